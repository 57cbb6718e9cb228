import type { ProjectScope } from '../../../api.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { CampaignsCard } from '../../../features/analytics/breakdown/campaigns-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import screen from '../../screen.module.css'

interface SourcesTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by the site that visitors came from, and by campaign. */
export function SourcesTab(props: SourcesTabProps) {
  return (
    <div className={screen.halves}>
      <BreakdownCard {...props} by="referrer" />
      <CampaignsCard {...props} />
    </div>
  )
}
