import { labelColor, labelMessages } from '@linkshelf/contract'
import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Tag } from '../../../ui/tag.tsx'
import type { LabelOptions } from '../label-options.ts'
import { LabelIcon } from './label-icon.tsx'
import classes from './link-filter-bar.module.css'

const shownAtMost = 100

export interface LabelFilterProps {
  /** Empty for links of any label. */
  label: string
  known: LabelOptions
  onLabel: (label: string) => void
}

/** The field of the filter; it opens as it appears. Links may still carry labels that are no longer active. */
export function LabelSelect({ label, known, onLabel }: LabelFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const names = (known.labels ?? []).map(({ name }) => name)
  const hasFailed = known.labels === undefined && known.error !== null

  // It opens with the focus.
  useEffect(() => field.current?.focus(), [])

  return (
    <Select
      ref={field}
      aria-label="Filter by label"
      placeholder="All labels"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all labels', 'aria-hidden': false, tabIndex: 0 }}
      limit={shownAtMost}
      nothingFoundMessage={hasFailed ? labelMessages.loadFailed : 'No labels found'}
      leftSection={<LabelIcon label={label} />}
      // A label in the address is shown even when the project does not have it.
      data={label === '' || names.includes(label) ? names : [label, ...names]}
      value={label === '' ? null : label}
      onChange={(name) => onLabel(name ?? '')}
      onDropdownOpen={() => {
        if (hasFailed) void known.reload()
      }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <Tag color={labelColor(option.value)}>{option.label}</Tag>
        </span>
      )}
      // The list scrolls itself: a scroller around it would be a stop that the keyboard cannot reach.
      withScrollArea={false}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
