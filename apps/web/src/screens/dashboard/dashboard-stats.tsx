import { formatReadableShortUrl, type Overview, type TopPerformingLink } from '@linkshelf/contract'
import { IconClick, IconLink, IconTrophy } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { countDeletedLinkClicks } from '../../features/analytics/deleted-link-clicks.ts'
import type { AnalyticsFilter } from '../../features/analytics/range/analytics-filter.ts'
import { sumClicks } from '../../features/analytics/trend/click-trend.ts'
import { formatLinkName } from '../../features/links/link-name.ts'
import { StatCard, StatRow } from '../../ui/charts/stat-card.tsx'
import { formatCount, formatNumber, formatShortNumber } from '../../ui/formats/numbers.ts'
import classes from './dashboard.module.css'

const iconProps = { size: 20, stroke: 1.6 }

interface DashboardStatsProps {
  overview: Overview
  filter: AnalyticsFilter
}

export function DashboardStats({ overview, filter }: DashboardStatsProps) {
  const best = overview.topPerformingLinks.find(({ clicks }) => clicks > 0)
  const clicks = sumClicks(overview.clicksByDay)
  return (
    <StatRow>
      <StatCard label="Total clicks" icon={<IconClick {...iconProps} />} value={formatNumber(clicks)}>
        {formatNumber(overview.clicksAllTime)} all time
      </StatCard>
      <StatCard label="Active links" icon={<IconLink {...iconProps} />} value={formatNumber(overview.activeLinks)}>
        <RouteLink to="/links" className={classes.link}>
          See all links
        </RouteLink>
      </StatCard>
      {best === undefined ? (
        <StatCard label="Top performing" icon={<IconTrophy {...iconProps} />} value="–">
          {explainNoTopLink(overview, filter)}
        </StatCard>
      ) : (
        <BestLink {...best} />
      )}
    </StatRow>
  )
}

/**
 * Returns the reason why there is no top link. The range can have clicks but no top link, because totals include the
 * clicks of deleted links, but lists of links do not.
 */
function explainNoTopLink(overview: Overview, { selected }: AnalyticsFilter): string {
  if (overview.clicksAllTime === 0) return 'Available after the first click'
  return countDeletedLinkClicks(overview) > 0 ? 'All clicks were on deleted links' : `No clicks: ${selected.label.toLowerCase()}`
}

function BestLink({ link, clicks }: TopPerformingLink) {
  return (
    <StatCard
      label="Top performing"
      icon={<IconTrophy {...iconProps} />}
      title={formatLinkName(link)}
      isText
      value={
        <RouteLink to={`/links/${link.url_id}`} className={classes.best}>
          {formatLinkName(link)}
        </RouteLink>
      }
    >
      <span title={formatCount(clicks, 'click')}>
        {formatShortNumber(clicks)} {clicks === 1 ? 'click' : 'clicks'}
      </span>
      <span className={classes.bestUrl}>{` · ${formatReadableShortUrl(link.url)}`}</span>
    </StatCard>
  )
}
