import { searchMaxLength } from '@linkshelf/contract'
import { CloseButton, Switch, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { LabelOptions } from '../label-options.ts'
import { LabelFilter } from './label-filter.tsx'
import type { LinkFilter } from './link-filter.ts'
import classes from './link-filter-bar.module.css'

const searchFieldId = 'search-links'
const archiveSwitchId = 'show-archived-links'

/** For a button that clears the search and is removed with it. */
export function focusLinkSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}

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
  onShowBroken: (isBroken: boolean) => void
  onClear: () => void
}

export function LinkFilterBar({ filter, typed, labels, onType, onLabel, onShowArchived, onShowBroken, onClear }: LinkFilterBarProps) {
  return (
    <search className={classes.bar}>
      <TextInput
        id={searchFieldId}
        className={classes.search}
        type="text"
        aria-label="Search links"
        placeholder="Search by target or short URL"
        maxLength={searchMaxLength}
        leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
        rightSection={typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={onClear} />}
        rightSectionPointerEvents="all"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <LabelFilter label={filter.label} options={labels} onLabel={onLabel} />
      <div className={classes.switches}>
        <Switch
          label="Broken links"
          labelPosition="left"
          checked={filter.isBroken}
          onChange={(event) => onShowBroken(event.currentTarget.checked)}
        />
        <Switch
          id={archiveSwitchId}
          label="Show archived links"
          labelPosition="left"
          checked={filter.isArchived}
          onChange={(event) => onShowArchived(event.currentTarget.checked)}
        />
      </div>
    </search>
  )
}
