import { CloseButton, InputBase } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import classes from './label-filter.module.css'
import type { LabelFilterProps } from './label-select.tsx'
import { LabelIcon } from './label-tag.tsx'

const LabelSelect = createLazyComponent(() => import('./label-select.tsx').then((module) => module.LabelSelect))

/** Filters by one label. Until it is first opened, a button with the same appearance replaces the select. */
export function LabelFilter(filter: LabelFilterProps) {
  return (
    <div className={classes.filter}>
      <LazyDropdown button={<ClosedFilter {...filter} />} preload={LabelSelect.preload}>
        <LabelSelect {...filter} />
      </LazyDropdown>
    </div>
  )
}

function ClosedFilter({ label, onLabel }: LabelFilterProps) {
  return (
    <div className={classes.closed}>
      <InputBase
        component="button"
        type="button"
        pointer
        aria-label={`Filter by label: ${label === '' ? 'all labels' : label}`}
        aria-haspopup="listbox"
        leftSection={<LabelIcon label={label} />}
        rightSection={label === '' && <IconSelector aria-hidden size={16} stroke={1.6} />}
        rightSectionPointerEvents="none"
      >
        <span className={classes.chosen} data-none={label === '' || undefined} title={label}>
          {label === '' ? 'All labels' : label}
        </span>
      </InputBase>
      {label !== '' && (
        <CloseButton
          className={classes.clear}
          size="sm"
          aria-label="Show all labels"
          onClick={(event) => {
            // Stopped, because a click that bubbles up would open the select.
            event.stopPropagation()
            onLabel('')
          }}
        />
      )}
    </div>
  )
}
