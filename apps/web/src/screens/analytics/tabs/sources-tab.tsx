import type { ProjectScope } from '../../../api/api.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { CampaignsCard } from '../../../features/analytics/breakdown/campaigns-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import screen from '../../screen.module.css'
import classes from '../analytics.module.css'
import { VideoCard } from '../video-card.tsx'

interface SourcesTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by the site that visitors came from, by campaign, and by video. */
export function SourcesTab(props: SourcesTabProps) {
  return (
    <div className={classes.parts}>
      <div className={screen.halves}>
        <BreakdownCard {...props} by="referrer" />
        <CampaignsCard {...props} />
      </div>
      <VideoCard {...props} />
    </div>
  )
}
