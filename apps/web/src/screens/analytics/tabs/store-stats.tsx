import type { StoreTraffic } from '@linkshelf/contract'
import { IconClick, IconEye, IconPercentage, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { storeTrafficQuery } from '../../../features/analytics/analytics-queries.ts'
import { type AnalyticsFilter, botFilterLabels } from '../../../features/analytics/range/analytics-filter.ts'
import { countDays } from '../../../features/analytics/range/date-range.ts'
import { showClickThrough } from '../../../features/analytics/traffic/product-traffic-card.tsx'
import { Delta } from '../../../features/analytics/trend/delta.tsx'
import { StatCard, StatRow } from '../../../ui/charts/stat-card.tsx'
import { showCount, showNumber } from '../../../ui/formats/numbers.ts'

const iconProps = { size: 20, stroke: 1.6 }

interface StoreStatsProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  traffic: StoreTraffic
  /** True while `traffic` answers an earlier query. */
  isStale: boolean
}

/** The totals of the selected range, compared with the previous period. */
export function StoreStats({ scope, filter: { query, previousQuery, bots }, traffic, isStale }: StoreStatsProps) {
  const previous = useQuery({ ...storeTrafficQuery(scope, previousQuery ?? query), enabled: previousQuery !== undefined })
  const base = previous.isPlaceholderData ? undefined : previous.data
  const { unit, viewUnit } = botFilterLabels[bots]
  const cards = [
    { name: 'views', label: 'Page views', note: `${viewUnit.toLowerCase()} in ${showCount(countDays(query), 'day')}`, Icon: IconEye },
    { name: 'visitors', label: 'Store visitors', note: 'daily visitors', Icon: IconUsers },
    { name: 'clicks', label: 'Store clicks', note: `${unit.toLowerCase()} on products`, Icon: IconClick },
  ] as const

  return (
    <StatRow isStale={isStale}>
      {cards.map(({ name, label, note, Icon }) => (
        <StatCard
          key={name}
          label={label}
          icon={<Icon {...iconProps} />}
          value={showNumber(traffic[name])}
          delta={<Delta current={traffic[name]} previous={base?.[name]} range={previousQuery} />}
        >
          {note}
        </StatCard>
      ))}
      <StatCard label="Click-through" icon={<IconPercentage {...iconProps} />} value={showClickThrough(traffic.click_through)}>
        of views led to a click
      </StatCard>
    </StatRow>
  )
}
