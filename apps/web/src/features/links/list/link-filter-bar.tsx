import { type LinkProblem, type LinkSort, linkProblems, linkSorts, searchMaxLength } from '@linkshelf/contract'
import { InputBase, Switch } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { linkProblemNames } from '../health/link-health-tag.tsx'
import type { LabelOptions } from '../label-options.ts'
import { LabelFilter } from './label-filter.tsx'
import type { LinkFilter } from './link-filter.ts'
import classes from './link-filter-bar.module.css'
import { searchFieldId } from './link-search-field.ts'

const archiveSwitchId = 'show-archived-links'

/** For a button that does the same as the switch and is removed. */
export function focusArchiveSwitch(): void {
  document.getElementById(archiveSwitchId)?.focus()
}

interface LinkFilterBarProps {
  filter: LinkFilter
  typed: string
  labels: LabelOptions
  onType: (search: string) => void
  onLabel: (label: string) => void
  onShowArchived: (isArchived: boolean) => void
  onShowProblem: (problem: LinkProblem | '') => void
  onSort: (sort: LinkSort) => void
  onClear: () => void
}

export function LinkFilterBar({
  filter,
  typed,
  labels,
  onType,
  onLabel,
  onShowArchived,
  onShowProblem,
  onSort,
  onClear,
}: LinkFilterBarProps) {
  return (
    <search className={classes.bar}>
      <SearchField
        id={searchFieldId}
        className={classes.search}
        label="Search links"
        placeholder="Search titles, URLs and notes"
        maxLength={searchMaxLength}
        typed={typed}
        onType={onType}
        onClear={onClear}
      />
      <LabelFilter label={filter.label} options={labels} onLabel={onLabel} />
      <ProblemFilter problem={filter.problem} onProblem={onShowProblem} />
      <SortOrder sort={filter.sort} onSort={onSort} />
      <Switch
        id={archiveSwitchId}
        className={classes.archive}
        label="Show archived links"
        labelPosition="left"
        checked={filter.isArchived}
        onChange={(event) => onShowArchived(event.currentTarget.checked)}
      />
    </search>
  )
}

const sortNames: Record<LinkSort, string> = { newest: 'Newest first', name: 'By name', clicks: 'Most clicked' }

function SortOrder({ sort, onSort }: { sort: LinkSort; onSort: (sort: LinkSort) => void }) {
  return (
    <InputBase
      component="select"
      className={classes.sort}
      aria-label="Order"
      pointer
      rightSection={<IconSelector aria-hidden size={16} stroke={1.6} />}
      rightSectionPointerEvents="none"
      value={sort}
      onChange={(event) => onSort(linkSorts.find((one) => one === event.currentTarget.value) ?? 'newest')}
    >
      {linkSorts.map((one) => (
        <option key={one} value={one}>
          {sortNames[one]}
        </option>
      ))}
    </InputBase>
  )
}

interface ProblemFilterProps {
  problem: LinkProblem | ''
  onProblem: (problem: LinkProblem | '') => void
}

function ProblemFilter({ problem, onProblem }: ProblemFilterProps) {
  return (
    <InputBase
      component="select"
      className={classes.problem}
      aria-label="Filter by destination"
      pointer
      rightSection={<IconSelector aria-hidden size={16} stroke={1.6} />}
      rightSectionPointerEvents="none"
      value={problem}
      onChange={(event) => onProblem(linkProblems.find((one) => one === event.currentTarget.value) ?? '')}
    >
      <option value="">Any destination</option>
      {linkProblems.map((one) => (
        <option key={one} value={one}>
          {linkProblemNames[one]}
        </option>
      ))}
    </InputBase>
  )
}
