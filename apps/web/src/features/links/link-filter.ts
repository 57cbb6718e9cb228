import { type LinkProblem, type LinkSort, linkProblems, linkSorts, searchDebounceMs, searchMaxLength } from '@linkshelf/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { changeParams, useUrlSearch } from '../../ui/browser/use-url-search.ts'

export interface LinkFilter {
  search: string
  /** Restricts the list to links with this label; empty for all. */
  label: string
  /** Restricts the list to links of this domain; `noDomain` for that of the instance, empty for all. */
  domain: string
  isArchived: boolean
  /** Restricts the list to links whose destination has this problem; empty for all. */
  problem: LinkProblem | ''
  sort: LinkSort
}

interface LinkFilterState {
  /** The filter of the list; stored in the URL, so that a view can be shared. */
  filter: LinkFilter
  /** The text in the search field, ahead of the filter by the debounce. */
  typed: string
  type: (search: string) => void
  showArchived: (isArchived: boolean) => void
  showProblem: (problem: LinkProblem | '') => void
  showSort: (sort: LinkSort) => void
  showLabel: (label: string) => void
  showDomain: (domain: string) => void
  /** The URL of the same view with a label. */
  toLabel: (label: string) => string
  clearSearch: () => void
  /** Clears search, label, domain and problem, not the archive switch. */
  clear: () => void
  /** Clears all but the search and the order. */
  clearFilters: () => void
}

/** The parameters of the filters beside the search, without values. */
export const noFilters = { label: '', domain: '', health: '', archived: '' }

/** Returns how many filters beside the search are in use. */
export function countFilters({ label, domain, problem, isArchived }: LinkFilter): number {
  return [label !== '', domain !== '', problem !== '', isArchived].filter(Boolean).length
}

/** Returns the path of the links that have a label. */
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
      problem: linkProblems.find((problem) => problem === params.get('health')) ?? '',
      sort: linkSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    },
    typed,
    type,
    showArchived: (isArchived) => change({ archived: isArchived ? 'true' : '' }),
    showProblem: (problem) => change({ health: problem }),
    showSort: (sort) => change({ sort: sort === 'newest' ? '' : sort }),
    showLabel: (label) => change({ label }),
    showDomain: (domain) => change({ domain }),
    toLabel,
    clearSearch: () => clear(),
    clear: () => clear({ label: '', domain: '', health: '' }),
    clearFilters: () => change(noFilters),
  }
}
