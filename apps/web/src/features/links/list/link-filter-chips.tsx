import { useSearchParams } from 'react-router'
import { withParams } from '../../../ui/browser/use-url-search.ts'
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { linkProblemNames } from '../health/link-health-tag.tsx'
import { type LinkFilter, noFilters } from './link-filter.ts'

/** Chips of the filters in use, on a phone. */
export function LinkFilterChips({ filter }: { filter: LinkFilter }) {
  const [params] = useSearchParams()
  const without = (changes: Record<string, string>) => `?${withParams(params, changes)}`
  return (
    <FilterChips clearTo={without(noFilters)}>
      {chipsOf(filter).map(({ param, ...chip }) => (
        <FilterChip key={param} {...chip} to={without({ [param]: '' })} />
      ))}
    </FilterChips>
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
