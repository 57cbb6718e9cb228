import { productNameMaxLength, searchDebounceMs } from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { useUrlSearch, withParams } from '../../../ui/browser/use-url-search.ts'
import type { ProductFilter } from '../product-queries.ts'

/** The filter of the list of products; stored in the URL, so that a view can be shared. */
export function useProductFilter() {
  const [params, setParams] = useSearchParams()
  const { search, typed, type, clear } = useUrlSearch({ maxLength: productNameMaxLength, debounceMs: searchDebounceMs })
  const filter: ProductFilter = { search, category: params.get('category') ?? '' }
  return {
    filter,
    typed,
    type,
    /** '' for products of all categories. */
    chooseCategory: (category: string) => setParams((before) => withParams(before, { category }), { replace: true }),
    /** Removes search and category. */
    clear: () => clear(['category']),
  }
}
