import { auditGroups, auditSearchMaxLength, type Project } from '@linkshelf/contract'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SearchField } from '../../ui/forms/search-field.tsx'
import classes from './audit.module.css'
import { actorChoices, type useAuditFilter } from './audit-filter.ts'
import { apiKeyListQuery, memberListQuery } from './audit-queries.ts'

const searchFieldId = 'search-activity'

/**
 * Focuses the search field. A button that clears the filter must call this, because the button disappears when it is
 * clicked, and its focus would be lost.
 */
export function focusAuditSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}

interface AuditFilterBarProps {
  orgId: string
  /** True for owners, who can also filter by an API key. */
  isOwner: boolean
  projects: readonly Project[]
  filter: ReturnType<typeof useAuditFilter>
}

const groups = Object.entries(auditGroups).map(([value, label]) => ({ value, label }))
const actors = Object.entries(actorChoices).map(([value, label]) => ({ value, label }))
const periods = [
  { value: '1', label: 'Today' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

export function AuditFilterBar({ orgId, isOwner, projects, filter }: AuditFilterBarProps) {
  const { data: members = [] } = useQuery(memberListQuery(orgId))
  const { data: keys = [] } = useQuery({ ...apiKeyListQuery(orgId), enabled: isOwner })
  const { choices, choose, typed, type, clearSearch } = filter
  const selects = [
    { name: 'group', label: 'Kind of activity', options: [{ value: '', label: 'All activity' }, ...groups] },
    {
      name: 'actor',
      label: 'Who',
      options: [
        ...actors,
        ...members.map(({ user_id, full_name }) => ({ value: user_id, label: full_name })),
        ...keys.map(({ id, name }) => ({ value: id, label: `API key ${name}` })),
      ],
    },
    {
      name: 'project',
      label: 'Project',
      options: [{ value: '', label: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, label: name }))],
    },
    { name: 'days', label: 'Period', options: [{ value: '', label: 'Any time' }, ...periods] },
  ] as const

  return (
    <search className={classes.bar}>
      <SearchField
        id={searchFieldId}
        className={classes.search}
        label="Search activity"
        placeholder="Search by name, URL or value"
        maxLength={auditSearchMaxLength}
        typed={typed}
        onType={type}
        onClear={clearSearch}
      />
      {selects.map(({ name, label, options }) => (
        <NativeSelect
          key={name}
          className={classes.choice}
          aria-label={label}
          data={options}
          value={choices[name]}
          onChange={(event) => choose({ [name]: event.currentTarget.value })}
        />
      ))}
    </search>
  )
}
