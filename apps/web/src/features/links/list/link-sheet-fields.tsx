import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { labelListQuery } from '../../labels/label-queries.ts'
import { type LinkFilterFields, ProblemFilter, SortOrder } from './link-filter-fields.tsx'

/** The filters of the list in the sheet of a phone. */
export function LinkSheetFields({ scope, filter, onLabel, onShowArchived, onShowProblem, onSort }: LinkFilterFields) {
  return (
    <>
      <LabelField scope={scope} label={filter.label} onLabel={onLabel} />
      <ProblemFilter label="Destination" problem={filter.problem} onProblem={onShowProblem} />
      <SortOrder label="Order" sort={filter.sort} onSort={onSort} />
      <Switch label="Show archived links" checked={filter.isArchived} onChange={(event) => onShowArchived(event.currentTarget.checked)} />
    </>
  )
}

/** The phone's own picker. A label in the URL is offered even when the project does not have it. */
function LabelField({ scope, label, onLabel }: { scope: ProjectScope; label: string; onLabel: (label: string) => void }) {
  const { data = [] } = useQuery(labelListQuery(scope))
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
