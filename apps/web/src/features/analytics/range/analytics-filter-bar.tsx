import { botFilters } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { Segments } from '../../../ui/forms/segments.tsx'
import { botFilterLabels } from '../bot-filter.ts'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { RangePicker } from './range-picker.tsx'

const botFilterOptions = botFilters.map((name) => ({ name, label: botFilterLabels[name].option }))

/** Date range, bot filter and comparison. */
export function AnalyticsFilterBar({ filter }: { filter: AnalyticsFilter }) {
  const { bots, noComparison, previousQuery } = filter
  return (
    <search className={classes.bar} aria-label="Analytics filters">
      <RangePicker filter={filter} />
      <Segments label="Bot filter" choices={botFilterOptions} chosen={bots} onChoose={filter.setBots} />
      <Switch
        className={classes.compare}
        label={noComparison ?? 'Compare with previous period'}
        checked={previousQuery !== undefined}
        disabled={noComparison !== undefined}
        onChange={(event) => filter.setComparison(event.currentTarget.checked)}
      />
    </search>
  )
}
