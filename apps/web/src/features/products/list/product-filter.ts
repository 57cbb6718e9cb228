import { productNameMaxLength, searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ProductFilter } from '../product-queries.ts'

interface ProductFilterState {
  /** The filter of the list; stored in the URL, so that a view can be shared. */
  filter: ProductFilter
  /** The text in the search field, ahead of the filter by the debounce. */
  typed: string
  type: (search: string) => void
  clear: () => void
}

export function useProductFilter(): ProductFilterState {
  const [params, setParams] = useSearchParams()
  const applied = (params.get('search') ?? '').slice(0, productNameMaxLength)
  const [typed, setTyped] = useState(applied)
  const last = useRef(applied)

  function apply(search: string): void {
    last.current = search
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (search === '') after.delete('search')
        else after.set('search', search)
        return after
      },
      { replace: true },
    )
  }

  const applyLater = useDebouncedCallback((text: string) => apply(text.trim()), searchDebounceMs)

  // A URL that changed by other means (a link, the back button) replaces what was typed.
  useEffect(() => {
    if (last.current === applied) return
    last.current = applied
    applyLater.cancel()
    setTyped(applied)
  }, [applied, applyLater])

  return {
    filter: { search: applied },
    typed,
    type: (text) => {
      setTyped(text)
      applyLater(text)
    },
    clear: () => {
      applyLater.cancel()
      setTyped('')
      apply('')
    },
  }
}
