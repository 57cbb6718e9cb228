import { productNameMaxLength, searchDebounceMs } from '@linkshelf/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ProductFilter, unfiltered } from '../product-queries.ts'

interface ProductFilterState {
  /** The filter of the list; stored in the URL, so that a view can be shared. */
  filter: ProductFilter
  /** The text in the search field, ahead of the filter by the debounce. */
  typed: string
  type: (search: string) => void
  /** '' for products of all categories. */
  chooseCategory: (category: string) => void
  /** Removes search and category. */
  clear: () => void
}

export function useProductFilter(): ProductFilterState {
  const [params, setParams] = useSearchParams()
  const applied = (params.get('search') ?? '').slice(0, productNameMaxLength)
  const [typed, setTyped] = useState(applied)
  const last = useRef(applied)

  function apply(changed: Partial<ProductFilter>): void {
    if (changed.search !== undefined) last.current = changed.search
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          if (value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  }

  const applyLater = useDebouncedCallback((text: string) => apply({ search: text.trim() }), searchDebounceMs)

  // A URL that changed by other means (a link, the back button) replaces what was typed.
  useEffect(() => {
    if (last.current === applied) return
    last.current = applied
    applyLater.cancel()
    setTyped(applied)
  }, [applied, applyLater])

  return {
    filter: { search: applied, category: params.get('category') ?? '' },
    typed,
    type: (text) => {
      setTyped(text)
      applyLater(text)
    },
    chooseCategory: (category) => apply({ category }),
    clear: () => {
      applyLater.cancel()
      setTyped('')
      apply(unfiltered)
    },
  }
}
