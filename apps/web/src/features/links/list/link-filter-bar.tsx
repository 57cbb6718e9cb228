import { defaultDomainFilter, searchMaxLength } from '@linkshelf/contract'
import { NativeSelect, Switch, type SwitchProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { changeParams } from '../../../ui/browser/use-url-search.ts'
import { FilterChip, FilterChips } from '../../../ui/filter-chips.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { FilterSheet } from '../../../ui/overlays/filter-sheet.tsx'
import { type AddressDomains, useAddressDomains } from '../../domains/address-domains.ts'
import { findImportName } from '../../file-imports/import-state.ts'
import { LabelFilter } from '../../labels/label-filter.tsx'
import { labelListQuery } from '../../labels/label-queries.ts'
import { linkHealthFilterNames } from '../health/link-health-tag.tsx'
import { countFilters, type LinkFilter, noFilters } from '../link-filter.ts'
import { linkImportsQuery } from '../link-queries.ts'
import classes from './link-filter-bar.module.css'
import { DomainFilter, HealthFilter, type LinkFilterFields, SortOrder } from './link-filter-fields.tsx'
import { focusLinkSearch, searchFieldId } from './link-search-field.ts'
import { LinkViewMenu } from './link-view-menu.tsx'

const archiveSwitchId = 'show-archived-links'

/**
 * Focuses the archive switch. On a phone, the switch is in the filter sheet, so the search field gets the focus
 * instead. Any other button that shows or hides the archive must call this, because the button disappears when pressed.
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

/** Contains the search field and the filters. On a phone, the filters are in a sheet. */
export function LinkFilterBar({ typed, onType, onClear, ...fields }: LinkFilterBarProps) {
  const isSmall = useSmallScreen()
  const usedCount = countFilters(fields.filter)
  const { scope, filter } = fields
  return (
    <>
      <search className={classes.bar}>
        <SearchField
          id={searchFieldId}
          className={classes.search}
          label="Search links"
          placeholder="Search links"
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
            {usedCount > 0 && <LinkFilterChips scope={fields.scope} filter={fields.filter} />}
          </>
        ) : (
          <FieldsInBar {...fields} />
        )}
      </search>
      {/* In a wide window, the other filters have fields. */}
      {!isSmall && filter.importId && <LinkFilterChips scope={scope} filter={filter} />}
    </>
  )
}

function FieldsInBar({
  scope,
  filter,
  hasDomains,
  onLabel,
  onDomain,
  onShowArchived,
  onShowDeleted,
  onShowHealth,
  onSort,
}: LinkFilterFields) {
  if (filter.isDeleted) return <DeletedSwitch className={classes.archive} labelPosition="left" isDeleted onShowDeleted={onShowDeleted} />
  return (
    <>
      <LabelFilter scope={scope} label={filter.label} onLabel={onLabel} />
      <DomainFilter className={classes.domain} scope={scope} domain={filter.domain} hasDomains={hasDomains} onDomain={onDomain} />
      <HealthFilter className={classes.health} health={filter.health} onHealth={onShowHealth} />
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
      <DeletedSwitch className={classes.deleted} labelPosition="left" isDeleted={false} onShowDeleted={onShowDeleted} />
    </>
  )
}

interface DeletedSwitchProps extends Pick<SwitchProps, 'className' | 'labelPosition'> {
  isDeleted: boolean
  onShowDeleted: (isDeleted: boolean) => void
}

/** Shows deleted links that can be restored instead of the list. */
function DeletedSwitch({ isDeleted, onShowDeleted, ...props }: DeletedSwitchProps) {
  return <Switch label="Deleted" checked={isDeleted} onChange={(event) => onShowDeleted(event.currentTarget.checked)} {...props} />
}

/** Shows the filters in use as chips. */
function LinkFilterChips({ scope, filter }: { scope: ProjectScope; filter: LinkFilter }) {
  const { formatHost } = useAddressDomains(scope.orgId, filter.domain !== '')
  const { data: imports = [] } = useQuery({ ...linkImportsQuery(scope), enabled: Boolean(filter.importId) })
  const [params] = useSearchParams()
  const toChangedSearch = (changes: Record<string, string>) => `?${changeParams(params, changes)}`
  return (
    <FilterChips clearTo={toChangedSearch(noFilters)}>
      {listChips(filter, formatHost, findImportName(imports, filter.importId)).map(({ param, ...chip }) => (
        <FilterChip key={param} {...chip} to={toChangedSearch({ [param]: '' })} />
      ))}
    </FilterChips>
  )
}

interface Chip {
  param: keyof typeof noFilters
  label: string
  value: string
}

function listChips(
  { label, domain, health, importId, isArchived, isDeleted }: LinkFilter,
  formatHost: AddressDomains['formatHost'],
  importName: string,
): Chip[] {
  if (isDeleted) return [{ param: 'deleted', label: 'Links', value: 'Deleted' }]
  const chips: Chip[] = []
  if (label !== '') chips.push({ param: 'label', label: 'Label', value: label })
  if (domain !== '') chips.push({ param: 'domain', label: 'Domain', value: formatHost(domain === defaultDomainFilter ? null : domain) })
  if (health !== '') chips.push({ param: 'health', label: 'Destination', value: linkHealthFilterNames[health] })
  if (importId) chips.push({ param: 'import', label: 'Import', value: importName })
  if (isArchived) chips.push({ param: 'archived', label: 'Links', value: 'Archived' })
  return chips
}

/** The filters of the list, for the sheet on a phone. */
function LinkSheetFields({
  scope,
  filter,
  hasDomains,
  onLabel,
  onDomain,
  onShowArchived,
  onShowDeleted,
  onShowHealth,
  onSort,
}: LinkFilterFields) {
  if (filter.isDeleted) return <DeletedSwitch isDeleted onShowDeleted={onShowDeleted} />
  return (
    <>
      <LabelField scope={scope} label={filter.label} onLabel={onLabel} />
      <DomainFilter label="Domain" scope={scope} domain={filter.domain} hasDomains={hasDomains} onDomain={onDomain} />
      <HealthFilter label="Destination" health={filter.health} onHealth={onShowHealth} />
      <SortOrder label="Order" sort={filter.sort} onSort={onSort} />
      <Switch label="Show archived links" checked={filter.isArchived} onChange={(event) => onShowArchived(event.currentTarget.checked)} />
      <DeletedSwitch isDeleted={false} onShowDeleted={onShowDeleted} />
    </>
  )
}

/**
 * Selects the label to filter by, with the phone's own picker. A label from the URL is offered even if the project does
 * not have it.
 */
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
