import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { breakdownQuery, dashboardQuery } from '../../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { CampaignsCard } from '../../../features/analytics/breakdown/campaigns-card.tsx'
import { SourcesCard } from '../../../features/analytics/breakdown/sources-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import screen from '../../screen.module.css'
import classes from '../analytics.module.css'

interface SourcesTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by the site or app that visitors came from, by campaign, and by video. */
export function SourcesTab(props: SourcesTabProps) {
  return (
    <div className={classes.parts}>
      <div className={screen.halves}>
        <SourcesCard {...props} />
        <CampaignsCard {...props} />
      </div>
      <VideoCard {...props} />
    </div>
  )
}

interface VideoCardProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by the video whose description has the short link. Nothing where no video has clicks. */
function VideoCard(props: VideoCardProps) {
  const { scope, query } = props
  const { data: videos = [] } = useQuery(breakdownQuery(scope, query, 'video'))
  const hasVideos = videos.some(({ name }) => name !== '')
  const { data: dashboard } = useQuery({ ...dashboardQuery(scope, query), enabled: hasVideos })
  return hasVideos && <BreakdownCard {...props} by="video" total={dashboard?.totalClicks} />
}
