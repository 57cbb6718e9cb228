import { ChartHead } from '../../ui/charts/chart-head.tsx'
import { dayUnit } from '../../ui/charts/chart-intervals.ts'
import { showDateRange } from '../../ui/formats/dates.ts'
import { botFilterLabels } from './bot-filter.ts'
import type { ClicksQuery } from './range/analytics-filter.ts'
import { countDays } from './range/date-range.ts'

interface ClicksChartHeadProps {
  title: string
  query: ClicksQuery
  isByHour?: boolean
  actions?: React.ReactNode
}

/** The head of a ClicksChart whose code or clicks are loading, to be seen only. */
export function ClicksChartHead({ title, query, isByHour = false, actions }: ClicksChartHeadProps) {
  return (
    <div inert aria-hidden>
      <ChartHead
        title={title}
        unit={botFilterLabels[query.bots].unit}
        interval={isByHour ? 'hour' : dayUnit(countDays(query))}
        range={showDateRange(query)}
        timeZone={query.tz}
        isTable={false}
        actions={actions}
      />
    </div>
  )
}
