import { searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

export interface LinkFilter {
  search: string
  /** Only links that carry it; empty for all. */
  label: string
  isArchived: boolean
}

interface LinkFilterState {
  /** What the list answers to; lives in the address, so that a view can be shared. */
  filter: LinkFilter
  /** What is typed, ahead of the filter by the debounce. */
  typed: string
  type: (search: string) => void
  showArchived: (isArchived: boolean) => void
  showLabel: (label: string) => void
  /** The address of the same view, of one label only. */
  toLabel: (label: string) => string
  clearSearch: () => void
  /** Search and label; the archive stays open. */
  clear: () => void
}

/** The address of the links that carry a label. */
export function linksWithLabelPath(label: string): string {
  return `/links?${withFilter(new URLSearchParams(), { label })}`
}

export function useLinkFilter(): LinkFilterState {
  const [params, setParams] = useSearchParams()
  const filter = { search: params.get('search') ?? '', label: params.get('label') ?? '', isArchived: params.get('archived') === 'true' }
  const [typed, setTyped] = useState(filter.search)

  const asked = useRef(filter.search)

  function change(next: Partial<LinkFilter>): void {
    if (next.search !== undefined) asked.current = next.search
    setParams((before) => withFilter(before, next), { replace: true })
  }

  const search = useDebouncedCallback((text: string) => change({ search: text.trim() }), searchDebounceMs)

  // An address that came from elsewhere (a link, the way back) is what counts; what was typed gives way.
  useEffect(() => {
    if (asked.current === filter.search) return
    asked.current = filter.search
    search.cancel()
    setTyped(filter.search)
  }, [filter.search, search])

  const toLabel = useCallback((label: string) => `?${withFilter(params, { label })}`, [params])

  function forgetTyped(): void {
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
    showLabel: (label) => change({ label }),
    toLabel,
    clearSearch: () => {
      forgetTyped()
      change({ search: '' })
    },
    clear: () => {
      forgetTyped()
      change({ search: '', label: '' })
    },
  }
}

/** Only what differs from the usual view is written into the address. */
function withFilter(before: URLSearchParams, { search, label, isArchived }: Partial<LinkFilter>): URLSearchParams {
  const after = new URLSearchParams(before)
  if (search !== undefined) put(after, 'search', search)
  if (label !== undefined) put(after, 'label', label)
  if (isArchived !== undefined) put(after, 'archived', isArchived ? 'true' : '')
  return after
}

function put(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name)
  else params.set(name, value)
}
