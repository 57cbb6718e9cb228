import { hourlyRangeDays } from '@linkshelf/contract'
import { ChartHead } from '../../ui/charts/chart-head.tsx'
import { chooseUnitByDayCount } from '../../ui/charts/chart-intervals.ts'
import { formatDateRange } from '../../ui/formats/dates.ts'
import { botFilterLabels, type ClicksQuery } from './range/analytics-filter.ts'
import { countDays } from './range/date-range.ts'

interface ClicksChartHeadProps {
  title: string
  query: ClicksQuery
  actions?: React.ReactNode
}

/**
 * The head of a ClicksChart while its code or its clicks load. It cannot be used: it is inert, and hidden from screen
 * readers.
 */
export function ClicksChartHead({ title, query, actions }: ClicksChartHeadProps) {
  const dayCount = countDays(query)
  return (
    <div inert aria-hidden>
      <ChartHead
        title={title}
        unit={botFilterLabels[query.bots].unit}
        interval={dayCount <= hourlyRangeDays ? 'hour' : chooseUnitByDayCount(dayCount)}
        range={formatDateRange(query)}
        timeZone={query.tz}
        isTable={false}
        actions={actions}
      />
    </div>
  )
}
