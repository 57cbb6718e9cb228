import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import { AnalyticsFilterFields } from './analytics-filter-fields.tsx'

/** The filters of analytics on a phone. Conditions are counted too: they are set by pressing what they name, and cleared here with the others. */
export function AnalyticsFilterSheet({ filter }: { filter: AnalyticsFilter }) {
  const count = Object.keys(filter.conditions).length + (filter.bots === 'exclude' ? 0 : 1)
  return (
    <FilterSheet count={count} onClear={filter.clear}>
      <AnalyticsFilterFields filter={filter} />
    </FilterSheet>
  )
}
