import type { Link } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconClick, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { linkClicksQuery, linkDashboardQuery, linkTotalsQuery } from '../../../features/analytics/analytics-queries.ts'
import { type AnalyticsFilter, botFilterLabels } from '../../../features/analytics/range/analytics-filter.ts'
import { countDays } from '../../../features/analytics/range/date-range.ts'
import { Delta } from '../../../features/analytics/trend/delta.tsx'
import { StatCard, StatRow } from '../../../ui/charts/stat-card.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'

const iconProps = { size: 20, stroke: 1.6 }

interface LinkStatsProps {
  scope: ProjectScope
  link: Link
  filter: AnalyticsFilter
}

/**
 * Shows the clicks and visitors in the selected range, and the creation date of the link. If the query failed, shows
 * dashes, because the error panel is below.
 */
export function LinkStats({ scope, link, filter }: LinkStatsProps) {
  const { query, previousQuery } = filter
  const { data, isError, isPlaceholderData } = useQuery(linkDashboardQuery(scope, link.url_id, query))
  const previous = useQuery({ ...linkDashboardQuery(scope, link.url_id, previousQuery ?? query), enabled: previousQuery !== undefined })
  const { data: days } = useQuery(linkClicksQuery(scope, link.url_id, query))
  const { data: allTime } = useQuery(linkTotalsQuery(scope, link.url_id))
  const nowMs = useMinute()

  const unknown = isError ? '–' : <Skeleton width={72} height={32} my={3} />
  const scans = days?.reduce((sum, day) => sum + day.scans, 0)

  function renderDelta(count: 'totalClicks' | 'visitors') {
    const base = previous.isPlaceholderData ? undefined : previous.data?.[count]
    return data !== undefined && <Delta current={data[count]} previous={base} range={previousQuery} />
  }

  return (
    <StatRow isStale={isPlaceholderData}>
      <StatCard
        label={`Total ${botFilterLabels[query.bots].unit.toLowerCase()}`}
        icon={<IconClick {...iconProps} />}
        value={data === undefined ? unknown : formatNumber(data.totalClicks)}
        delta={renderDelta('totalClicks')}
      >
        in {formatCount(countDays(query), 'day')}
        {scans !== undefined && ` · ${formatNumber(scans)} by QR code`}
      </StatCard>
      <StatCard
        label="Unique visitors"
        icon={<IconUsers {...iconProps} />}
        value={data === undefined ? unknown : formatNumber(data.visitors)}
        delta={renderDelta('visitors')}
      >
        counted per day
      </StatCard>
      <StatCard
        label="Created"
        icon={<IconCalendarPlus {...iconProps} />}
        isText
        value={<time dateTime={link.created_at}>{formatInstant(link.created_at)}</time>}
      >
        {formatTimeAgo(link.created_at, nowMs)}
        {allTime !== undefined && <> · {formatCount(allTime.totalClicks, 'click')} all time</>}
      </StatCard>
    </StatRow>
  )
}
