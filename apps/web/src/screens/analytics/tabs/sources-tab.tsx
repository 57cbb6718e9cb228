import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { breakdownQuery, dashboardQuery } from '../../../features/analytics/analytics-queries.ts'
import { BreakdownCard } from '../../../features/analytics/breakdown/breakdown-card.tsx'
import { CampaignsCard } from '../../../features/analytics/breakdown/campaigns-card.tsx'
import { SourcesCard } from '../../../features/analytics/breakdown/sources-card.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { domainListQuery } from '../../../features/domains/domain-queries.ts'
import screen from '../../screen.module.css'
import classes from '../analytics.module.css'

interface SourcesTabProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Shows clicks by the site or app that visitors came from, by campaign, by video, and by domain. */
export function SourcesTab(props: SourcesTabProps) {
  return (
    <div className={classes.parts}>
      <div className={screen.halves}>
        <SourcesCard {...props} />
        <CampaignsCard {...props} />
      </div>
      <VideoCard {...props} />
      <DomainCard {...props} />
    </div>
  )
}

/** Shows clicks by the video whose description has the short link. Renders nothing if no click came from a video. */
function VideoCard(props: SourcesTabProps) {
  const { scope, query } = props
  const { data: videos = [] } = useQuery(breakdownQuery(scope, query, 'video'))
  const hasVideos = videos.some(({ name }) => name !== '')
  const { data: dashboard } = useQuery({ ...dashboardQuery(scope, query), enabled: hasVideos })
  return hasVideos && <BreakdownCard {...props} by="video" total={dashboard?.totalClicks} />
}

/**
 * Shows clicks by the domain of the visited URL. Renders nothing if the organization uses only the domain of the
 * instance.
 */
function DomainCard(props: SourcesTabProps) {
  const { scope, query } = props
  // The condition on a domain is removed, because it would exclude the other domains.
  const { data: rows = [] } = useQuery(breakdownQuery(scope, { ...query, domain: undefined }, 'domain'))
  const { data: domains = [] } = useQuery(domainListQuery(scope.orgId))
  const hasOthers = rows.some(({ name }) => name !== '') || domains.some(({ serving }) => serving)
  return hasOthers && <BreakdownCard {...props} by="domain" />
}
