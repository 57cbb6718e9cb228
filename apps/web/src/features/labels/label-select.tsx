import { labelMessages } from '@linkshelf/contract'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import classes from './label-filter.module.css'
import { labelListQuery } from './label-queries.ts'
import { LabelIcon, LabelTag } from './label-tag.tsx'

const maxShown = 100

export interface LabelFilterProps {
  /** The label to filter by; empty for all links. */
  label: string
  scope: ProjectScope
  onLabel: (label: string) => void
}

/**
 * The field of the filter. It opens when it is mounted. It also offers inactive labels, because links can still have
 * them.
 */
export function LabelSelect({ scope, label, onLabel }: LabelFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const { data, isError, isFetching, refetch } = useQuery(labelListQuery(scope))
  const names = (data ?? []).map(({ name }) => name)
  const hasFailed = isError && data === undefined

  // Focuses the field when it is mounted, which also opens the select.
  useEffect(() => field.current?.focus(), [])

  return (
    <Select
      ref={field}
      aria-label="Filter by label"
      placeholder="All labels"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all labels', 'aria-hidden': false, tabIndex: 0 }}
      limit={maxShown}
      nothingFoundMessage={data !== undefined ? 'No labels found' : isFetching ? 'Loading…' : labelMessages.loadFailed}
      leftSection={<LabelIcon label={label} />}
      // A label in the URL is shown even when the project does not have it. It is then added to the choices.
      data={label === '' || names.includes(label) ? names : [label, ...names]}
      value={label === '' ? null : label}
      onChange={(name) => onLabel(name ?? '')}
      onDropdownOpen={() => {
        if (hasFailed) void refetch()
      }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <LabelTag name={option.value} />
        </span>
      )}
      // The list itself scrolls, because a scroll area around it would not be reachable by keyboard.
      withScrollArea={false}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
