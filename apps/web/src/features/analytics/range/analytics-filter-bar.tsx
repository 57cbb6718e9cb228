import { botFilters } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import { type AnalyticsFilter, botFilterLabels } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { RangePicker } from './range-picker.tsx'

interface AnalyticsFilterBarProps {
  filter: AnalyticsFilter
  /** The menu of saved views, rendered after the range. */
  saved?: React.ReactNode
}

/** Date range, bot filter and comparison; on a phone the last two are in a sheet. */
export function AnalyticsFilterBar({ filter, saved }: AnalyticsFilterBarProps) {
  const isSmall = useSmallScreen()
  const fields = <AnalyticsFilterFields filter={filter} />
  return (
    <search className={classes.bar} aria-label="Analytics filters">
      <RangePicker filter={filter} />
      {saved}
      {isSmall ? (
        <FilterSheet count={countFilters(filter)} onClear={filter.clear}>
          {fields}
        </FilterSheet>
      ) : (
        fields
      )}
    </search>
  )
}

/**
 * Returns the number of filters in the sheet. Conditions count too: a click on a row of a breakdown sets them, and the
 * sheet clears them together with the other filters.
 */
function countFilters({ conditions, bots }: AnalyticsFilter): number {
  return Object.keys(conditions).length + (bots === 'exclude' ? 0 : 1)
}

const botFilterOptions = botFilters.map((name) => ({ name, label: botFilterLabels[name].option }))

/** The fields are in the bar, or in the sheet on a phone. */
function AnalyticsFilterFields({ filter }: { filter: AnalyticsFilter }) {
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
