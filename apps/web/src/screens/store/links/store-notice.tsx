import type { Link } from '@linkshelf/contract'
import { Suspense } from 'react'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'

// The rules load after the form, which works without them.
const PlacementRules = lazyComponent(() => import('./placement-rules.tsx').then((module) => module.PlacementRules))

/** Shows the rules of these links' programmes for links in a store. */
export function StoreNotice({ links }: { links: readonly Pick<Link, 'url_id'>[] }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <PlacementRules links={links} />
      </Suspense>
    </ErrorBoundary>
  )
}
