import { Suspense } from 'react'
import { useProject } from '../../features/organizations/selection.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { useClickUsage } from './use-click-usage.ts'

const HiddenClicks = lazyComponent(() => import('./hidden-clicks.tsx').then((module) => module.HiddenClicks))

/**
 * Screens with clicks say here that the plan's clicks of this month are used up, and how many are hidden.
 * The code loads only then.
 */
export function ClickLimitNotice() {
  const { organization } = useProject()
  const usage = useClickUsage()
  if (usage === undefined || usage.limit === null || usage.used < usage.limit) return null
  return (
    <Suspense fallback={null}>
      <HiddenClicks usage={usage} isOwner={organization.role === 'owner'} />
    </Suspense>
  )
}
