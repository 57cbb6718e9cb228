import { botFilters } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { Segments } from '../../../ui/forms/segments.tsx'
import { type AnalyticsFilter, botFilterLabels } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'

const botFilterOptions = botFilters.map((name) => ({ name, label: botFilterLabels[name].option }))

/** These fields are in the bar, and in the sheet of a phone. */
export function AnalyticsFilterFields({ filter }: { filter: AnalyticsFilter }) {
  const { bots, noComparison, previousQuery } = filter
  return (
    <>
      <Segments label="Bot filter" choices={botFilterOptions} chosen={bots} onChoose={filter.setBots} />
      <Switch
        className={classes.compare}
        label={noComparison ?? 'Compare with previous period'}
        checked={previousQuery !== undefined}
        disabled={noComparison !== undefined}
        onChange={(event) => filter.setComparison(event.currentTarget.checked)}
      />
    </>
  )
}
