import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { AnalyticsFilterFields } from './analytics-filter-fields.tsx'
import { RangePicker } from './range-picker.tsx'

interface AnalyticsFilterBarProps {
  filter: AnalyticsFilter
  /** Follows the range: what was saved of the screen. */
  saved?: React.ReactNode
}

/** Date range, bot filter and comparison; on a phone the last two are in a sheet. */
export function AnalyticsFilterBar({ filter, saved }: AnalyticsFilterBarProps) {
  const isSmall = useSmallScreen()
  const fields = (
    <>
      <AnalyticsFilterFields filter={filter} />
    </>
  )
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

/** Conditions are counted too: they are set by pressing what they name, and cleared in the sheet with the others. */
function countFilters({ conditions, bots }: AnalyticsFilter): number {
  return Object.keys(conditions).length + (bots === 'exclude' ? 0 : 1)
}
