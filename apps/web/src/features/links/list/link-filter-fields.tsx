import { defaultDomainFilter, type LinkHealthFilter, type LinkSort, linkHealthFilters, linkSorts } from '@linkshelf/contract'
import { InputBase } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { useAddressDomains } from '../../domains/address-domains.ts'
import { linkHealthFilterNames } from '../health/link-health-tag.tsx'
import type { LinkFilter } from '../link-filter.ts'

/** The values and handlers of the filter fields, both in the bar and in the sheet. */
export interface LinkFilterFields {
  scope: ProjectScope
  filter: LinkFilter
  /** Whether the project uses a domain other than the instance's own. */
  hasDomains: boolean
  onLabel: (label: string) => void
  onDomain: (domain: string) => void
  onShowArchived: (isArchived: boolean) => void
  onShowDeleted: (isDeleted: boolean) => void
  onShowHealth: (health: LinkHealthFilter | '') => void
  onSort: (sort: LinkSort) => void
  /** Clears all filters except the search. */
  onClearFilters: () => void
}

interface FieldProps {
  className?: string | undefined
  /** Shown above the field. */
  label?: string
}

const select = {
  component: 'select',
  pointer: true,
  rightSection: <IconSelector aria-hidden size={16} stroke={1.6} />,
  rightSectionPointerEvents: 'none',
} as const

const sortNames: Record<LinkSort, string> = { newest: 'Newest first', name: 'By name', clicks: 'Most clicked', earned: 'Most earned' }

interface SortOrderProps extends FieldProps {
  sort: LinkSort
  onSort: (sort: LinkSort) => void
}

export function SortOrder({ sort, onSort, ...field }: SortOrderProps) {
  return (
    <InputBase
      {...select}
      {...field}
      aria-label="Order"
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

interface DomainFilterProps extends FieldProps {
  scope: ProjectScope
  domain: string
  hasDomains: boolean
  onDomain: (domain: string) => void
}

/**
 * Selects the domain to filter by. Renders nothing if there is only the instance's domain. A domain from the URL is
 * offered even if it is unknown.
 */
export function DomainFilter({ scope, domain, hasDomains, onDomain, ...field }: DomainFilterProps) {
  const { known, formatHost } = useAddressDomains(scope.orgId, hasDomains)
  const values = known.map((host) => host ?? defaultDomainFilter)
  const options = domain === '' || values.includes(domain) ? values : [...values, domain]
  if (options.length === 1) return null
  return (
    <InputBase
      {...select}
      {...field}
      aria-label="Filter by domain"
      value={domain}
      onChange={(event) => onDomain(event.currentTarget.value)}
    >
      <option value="">All domains</option>
      {options.map((value) => (
        <option key={value} value={value}>
          {formatHost(value === defaultDomainFilter ? null : value)}
        </option>
      ))}
    </InputBase>
  )
}

interface HealthFilterProps extends FieldProps {
  health: LinkHealthFilter | ''
  onHealth: (health: LinkHealthFilter | '') => void
}

export function HealthFilter({ health, onHealth, ...field }: HealthFilterProps) {
  return (
    <InputBase
      {...select}
      {...field}
      aria-label="Filter by destination"
      value={health}
      onChange={(event) => onHealth(linkHealthFilters.find((one) => one === event.currentTarget.value) ?? '')}
    >
      <option value="">Any destination</option>
      {linkHealthFilters.map((one) => (
        <option key={one} value={one}>
          {linkHealthFilterNames[one]}
        </option>
      ))}
    </InputBase>
  )
}
