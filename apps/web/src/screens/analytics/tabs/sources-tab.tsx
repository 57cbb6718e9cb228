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

/** Clicks by the site or app that visitors came from, by campaign, by video, and by domain. */
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

/** Clicks by the video whose description has the short link. Nothing where no video has clicks. */
function VideoCard(props: SourcesTabProps) {
  const { scope, query } = props
  const { data: videos = [] } = useQuery(breakdownQuery(scope, query, 'video'))
  const hasVideos = videos.some(({ name }) => name !== '')
  const { data: dashboard } = useQuery({ ...dashboardQuery(scope, query), enabled: hasVideos })
  return hasVideos && <BreakdownCard {...props} by="video" total={dashboard?.totalClicks} />
}

/** Clicks by the domain of the visited address. Nothing where there is no domain but that of the instance. */
function DomainCard(props: SourcesTabProps) {
  const { scope, query } = props
  // Without the condition on a domain, which hides the others.
  const { data: rows = [] } = useQuery(breakdownQuery(scope, { ...query, domain: undefined }, 'domain'))
  const { data: domains = [] } = useQuery(domainListQuery(scope.orgId))
  const hasOthers = rows.some(({ name }) => name !== '') || domains.some(({ serving }) => serving)
  return hasOthers && <BreakdownCard {...props} by="domain" />
}
