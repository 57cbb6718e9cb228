import { type LinkHealthFilter, type LinkSort, linkHealthFilters, linkSorts, searchDebounceMs, searchMaxLength } from '@linkshelf/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams, useUrlSearch } from '../../ui/browser/use-url-search.ts'

export interface LinkFilter {
  search: string
  /** Restricts the list to links with this label. Empty for all links. */
  label: string
  /**
   * Restricts the list to links on this domain. `defaultDomainFilter` means the instance's own domain. Empty for all
   * links.
   */
  domain: string
  isArchived: boolean
  /** Whether the list shows deleted links that can be restored. Then only the search applies. */
  isDeleted: boolean
  /** Restricts the list to links whose destination is in this state. Empty for all links. */
  health: LinkHealthFilter | ''
  sort: LinkSort
  /** Restricts the list to links that this import created. Empty for all links. */
  importId: string
}

interface LinkFilterState {
  /** The filter of the list. It is stored in the URL, so that a view can be shared. */
  filter: LinkFilter
  /** The text in the search field. The filter follows after the debounce. */
  typed: string
  type: (search: string) => void
  showArchived: (isArchived: boolean) => void
  showDeleted: (isDeleted: boolean) => void
  showHealth: (health: LinkHealthFilter | '') => void
  showSort: (sort: LinkSort) => void
  showLabel: (label: string) => void
  showDomain: (domain: string) => void
  /** Returns the URL of the current view with a label as an additional filter. */
  toLabel: (label: string) => string
  clearSearch: () => void
  /** Clears search, label, domain, health and import, but not the archive switch. */
  clear: () => void
  /** Clears the filters, but not the search and the order. */
  clearFilters: () => void
}

/** The URL parameters of all filters except the search, with empty values. */
export const noFilters = { label: '', domain: '', health: '', archived: '', deleted: '', import: '' }

/** Counts the filters in use, without the search. */
export function countFilters({ label, domain, health, importId, isArchived, isDeleted }: LinkFilter): number {
  if (isDeleted) return 1
  return [label !== '', domain !== '', health !== '', importId !== '', isArchived].filter(Boolean).length
}

/** Returns true if the list shows all links that are neither archived nor deleted. */
export function isUnfiltered(filter: LinkFilter): boolean {
  return filter.search === '' && countFilters(filter) === 0
}

/** Returns the path of the list that shows only the links with a label. */
export function toLinksWithLabelPath(label: string): string {
  return `/links?${changeParams(new URLSearchParams(), { label })}`
}

export function useLinkFilter(): LinkFilterState {
  const [params, setParams] = useSearchParams()
  const { search, typed, type, clear } = useUrlSearch({ maxLength: searchMaxLength, debounceMs: searchDebounceMs })
  const toLabel = useCallback((label: string) => `?${changeParams(params, { label })}`, [params])

  function change(changes: Record<string, string>): void {
    setParams((before) => changeParams(before, changes), { replace: true })
  }

  return {
    filter: {
      search,
      label: params.get('label') ?? '',
      domain: params.get('domain') ?? '',
      isArchived: params.get('archived') === 'true',
      isDeleted: params.get('deleted') === 'true',
      health: linkHealthFilters.find((health) => health === params.get('health')) ?? '',
      sort: linkSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
      importId: params.get('import') ?? '',
    },
    typed,
    type,
    showArchived: (isArchived) => change({ archived: isArchived ? 'true' : '' }),
    showDeleted: (isDeleted) => change({ deleted: isDeleted ? 'true' : '' }),
    showHealth: (health) => change({ health }),
    showSort: (sort) => change({ sort: sort === 'newest' ? '' : sort }),
    showLabel: (label) => change({ label }),
    showDomain: (domain) => change({ domain }),
    toLabel,
    clearSearch: () => clear(),
    clear: () => clear({ label: '', domain: '', health: '', import: '' }),
    clearFilters: () => change(noFilters),
  }
}
