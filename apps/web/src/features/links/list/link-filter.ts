import { searchDebounceMs, searchMaxLength } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

export interface LinkFilter {
  search: string
  /** Only links with this label; empty for all. */
  label: string
  isArchived: boolean
  /** Only links whose destination is broken. */
  isBroken: boolean
}

interface LinkFilterState {
  /** The filter of the list; stored in the URL, so that a view can be shared. */
  filter: LinkFilter
  /** The text in the search field, ahead of the filter by the debounce. */
  typed: string
  type: (search: string) => void
  showArchived: (isArchived: boolean) => void
  showBroken: (isBroken: boolean) => void
  showLabel: (label: string) => void
  /** The URL of the same view with a label. */
  toLabel: (label: string) => string
  clearSearch: () => void
  /** Clears search, label and the broken links, not the archive switch. */
  clear: () => void
}

/** The path of the links that have a label. */
export function linksWithLabelPath(label: string): string {
  return `/links?${withFilter(new URLSearchParams(), { label })}`
}

export function useLinkFilter(): LinkFilterState {
  const [params, setParams] = useSearchParams()
  const filter = {
    search: (params.get('search') ?? '').slice(0, searchMaxLength),
    label: params.get('label') ?? '',
    isArchived: params.get('archived') === 'true',
    isBroken: params.get('health') === 'broken',
  }
  const [typed, setTyped] = useState(filter.search)

  const applied = useRef(filter.search)

  function change(next: Partial<LinkFilter>): void {
    if (next.search !== undefined) applied.current = next.search
    setParams((before) => withFilter(before, next), { replace: true })
  }

  const search = useDebouncedCallback((text: string) => change({ search: text.trim() }), searchDebounceMs)

  // A URL that changed by other means (a link, the back button) replaces what was typed.
  useEffect(() => {
    if (applied.current === filter.search) return
    applied.current = filter.search
    search.cancel()
    setTyped(filter.search)
  }, [filter.search, search])

  const toLabel = useCallback((label: string) => `?${withFilter(params, { label })}`, [params])

  function resetTyped(): void {
    search.cancel()
    setTyped('')
  }

  return {
    filter,
    typed,
    type: (text) => {
      setTyped(text)
      search(text)
    },
    showArchived: (isArchived) => change({ isArchived }),
    showBroken: (isBroken) => change({ isBroken }),
    showLabel: (label) => change({ label }),
    toLabel,
    clearSearch: () => {
      resetTyped()
      change({ search: '' })
    },
    clear: () => {
      resetTyped()
      change({ search: '', label: '', isBroken: false })
    },
  }
}

/** Only what differs from the default is written into the URL. */
function withFilter(before: URLSearchParams, { search, label, isArchived, isBroken }: Partial<LinkFilter>): URLSearchParams {
  const after = new URLSearchParams(before)
  if (search !== undefined) put(after, 'search', search)
  if (label !== undefined) put(after, 'label', label)
  if (isArchived !== undefined) put(after, 'archived', isArchived ? 'true' : '')
  if (isBroken !== undefined) put(after, 'health', isBroken ? 'broken' : '')
  return after
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
