import { searchMaxLength } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import { LabelFilter } from '../../labels/label-filter.tsx'
import { countFilters } from './link-filter.ts'
import classes from './link-filter-bar.module.css'
import { LinkFilterChips } from './link-filter-chips.tsx'
import { type LinkFilterFields, ProblemFilter, SortOrder } from './link-filter-fields.tsx'
import { focusLinkSearch, searchFieldId } from './link-search-field.ts'
import { LinkSheetFields } from './link-sheet-fields.tsx'
import { LinkViewMenu } from './link-view-menu.tsx'

const archiveSwitchId = 'show-archived-links'

/**
 * Focuses the switch, or the search on a phone, where the switch is in the sheet of the filters. A button that does the
 * same as the switch calls this, since its press removes the button.
 */
export function focusArchiveSwitch(): void {
  const archiveSwitch = document.getElementById(archiveSwitchId)
  if (archiveSwitch === null) focusLinkSearch()
  else archiveSwitch.focus()
}

interface LinkFilterBarProps extends LinkFilterFields {
  typed: string
  onType: (search: string) => void
  onClear: () => void
}

/** The bar has the search, and the filters beside it; on a phone they are in a sheet. */
export function LinkFilterBar({ typed, onType, onClear, ...fields }: LinkFilterBarProps) {
  const isSmall = useSmallScreen()
  const usedCount = countFilters(fields.filter)
  return (
    <search className={classes.bar}>
      <SearchField
        id={searchFieldId}
        className={classes.search}
        label="Search links"
        placeholder={isSmall ? 'Search links' : 'Search titles, URLs and notes'}
        maxLength={searchMaxLength}
        typed={typed}
        onType={onType}
        onClear={onClear}
      />
      {isSmall ? (
        <>
          <LinkViewMenu scope={fields.scope} isIcon />
          <FilterSheet count={usedCount} onClear={fields.onClearFilters}>
            <LinkSheetFields {...fields} />
          </FilterSheet>
          {usedCount > 0 && <LinkFilterChips filter={fields.filter} />}
        </>
      ) : (
        <FieldsInBar {...fields} />
      )}
    </search>
  )
}

function FieldsInBar({ scope, filter, onLabel, onShowArchived, onShowProblem, onSort }: LinkFilterFields) {
  return (
    <>
      <LabelFilter scope={scope} label={filter.label} onLabel={onLabel} />
      <ProblemFilter className={classes.problem} problem={filter.problem} onProblem={onShowProblem} />
      <SortOrder className={classes.sort} sort={filter.sort} onSort={onSort} />
      <LinkViewMenu scope={scope} />
      <Switch
        id={archiveSwitchId}
        className={classes.archive}
        label="Show archived links"
        labelPosition="left"
        checked={filter.isArchived}
        onChange={(event) => onShowArchived(event.currentTarget.checked)}
      />
    </>
  )
}
