import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { withParams } from '../../../ui/browser/use-url-search.ts'
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import { linkProblemNames } from '../health/link-health-tag.tsx'
import type { LabelOptions } from '../label-options.ts'
import { type LinkFilter, noFilters } from './link-filter.ts'
import { type LinkFilterFields, ProblemFilter, SortOrder } from './link-filter-fields.tsx'

/** The filters of the list on a phone, and chips of those in use. */
export function LinkFilterSheet({ filter, labels, onLabel, onShowArchived, onShowProblem, onSort, onClearFilters }: LinkFilterFields) {
  const [params] = useSearchParams()
  const chips = chipsOf(filter)
  const without = (changes: Record<string, string>) => `?${withParams(params, changes)}`
  return (
    <>
      <FilterSheet count={chips.length} onClear={onClearFilters}>
        <LabelField label={filter.label} options={labels} onLabel={onLabel} />
        <ProblemFilter label="Destination" problem={filter.problem} onProblem={onShowProblem} />
        <SortOrder label="Order" sort={filter.sort} onSort={onSort} />
        <Switch label="Show archived links" checked={filter.isArchived} onChange={(event) => onShowArchived(event.currentTarget.checked)} />
      </FilterSheet>
      {chips.length > 0 && (
        <FilterChips clearTo={without(noFilters)}>
          {chips.map(({ param, ...chip }) => (
            <FilterChip key={param} {...chip} to={without({ [param]: '' })} />
          ))}
        </FilterChips>
      )}
    </>
  )
}

interface Chip {
  param: keyof typeof noFilters
  label: string
  value: string
}

function chipsOf({ label, problem, isArchived }: LinkFilter): Chip[] {
  const chips: Chip[] = []
  if (label !== '') chips.push({ param: 'label', label: 'Label', value: label })
  if (problem !== '') chips.push({ param: 'health', label: 'Destination', value: linkProblemNames[problem] })
  if (isArchived) chips.push({ param: 'archived', label: 'Links', value: 'Archived' })
  return chips
}

/** The phone's own picker. A label in the URL is offered even when the project does not have it. */
function LabelField({ label, options, onLabel }: { label: string; options: LabelOptions; onLabel: (label: string) => void }) {
  const { data = [] } = useQuery(options.query)
  const names = data.map(({ name }) => name)
  return (
    <NativeSelect
      label="Label"
      aria-label="Filter by label"
      value={label}
      onChange={(event) => onLabel(event.currentTarget.value)}
      data={[{ value: '', label: 'All labels' }, ...(label === '' || names.includes(label) ? names : [label, ...names])]}
    />
  )
}
