import type { Link } from '@linkshelf/contract'
import { Suspense } from 'react'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

// After the form, which works without it.
const PlacementRules = lazyComponent(() => import('./placement-rules.tsx').then((module) => module.PlacementRules))

/** What the programmes of these links say about links in a store. */
export function StoreNotice({ links }: { links: readonly Pick<Link, 'url_id'>[] }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <PlacementRules links={links} />
      </Suspense>
    </ErrorBoundary>
  )
}
