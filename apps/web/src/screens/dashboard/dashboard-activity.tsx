import type { ProjectScope } from '../../api/api.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { RecentClicks } from '../../features/analytics/recent-clicks/recent-clicks.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { Attention } from './attention.tsx'
import { EarnedInRange } from './earned-in-range.tsx'

export { RecentLinks } from './recent-links.tsx'

interface DashboardActivityProps {
  scope: ProjectScope
  /** The filter as the user chose it: earnings are compared where there are earlier ones, even if clicks are not. */
  filter: AnalyticsFilter
}

/** The cards beside the top links: problems, earnings, and the last clicks. */
export function DashboardActivity({ scope, filter }: DashboardActivityProps) {
  const { organization } = useProject()
  return (
    <>
      <Attention scope={scope} />
      <EarnedInRange scope={scope} filter={filter} />
      <RecentClicks scope={scope} isOwner={organization.role === 'owner'} />
    </>
  )
}
