import { Suspense } from 'react'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const HiddenClicks = lazyComponent(() => import('./hidden-clicks.tsx').then((module) => module.HiddenClicks))

/** On screens with clicks: says that some are hidden, once they are. */
export function ClickLimitNotice() {
  const { organization, entitlements } = useProject()
  if (!Number.isFinite(entitlements.clicksPerMonth)) return null
  return (
    <Suspense fallback={null}>
      <HiddenClicks organization={organization} />
    </Suspense>
  )
}
