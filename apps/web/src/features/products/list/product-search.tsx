import { type Category, type ProductListSort, productListSorts, productNameMaxLength, searchDebounceMs } from '@linkshelf/contract'
import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { changeParams, useUrlSearch } from '../../../ui/browser/use-url-search.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import type { ProductFilter } from '../product-queries.ts'
import classes from './product-search.module.css'

const searchFieldId = 'search-products'

/**
 * Focuses the search field. A button that clears the search must call this, because the button disappears when pressed.
 */
export function focusProductSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}

interface ProductSearchProps {
  typed: string
  onType: (search: string) => void
  onClear: () => void
}

export function ProductSearch({ typed, onType, onClear }: ProductSearchProps) {
  return (
    <search className={classes.search}>
      <SearchField
        id={searchFieldId}
        label="Search products"
        placeholder="Search by name"
        maxLength={productNameMaxLength}
        typed={typed}
        onType={onType}
        onClear={onClear}
      />
    </search>
  )
}

/** Returns the filter of the product list. It is stored in the URL, so that a view can be shared. */
export function useProductFilter() {
  const [params, setParams] = useSearchParams()
  const { search, typed, type, clear } = useUrlSearch({ maxLength: productNameMaxLength, debounceMs: searchDebounceMs })
  const filter: ProductFilter = {
    search,
    category: params.get('category') ?? '',
    sort: productListSorts.find((sort) => sort === params.get('sort')) ?? 'order',
    importId: params.get('import') ?? '',
  }
  return {
    filter,
    /** Whether the screen shows deleted products that can be restored. */
    isDeleted: params.get('deleted') === 'true',
    showDeleted: (isDeleted: boolean) =>
      setParams((before) => changeParams(before, { deleted: isDeleted ? 'true' : '' }), { replace: true }),
    typed,
    type,
    /** An empty string shows the products of all categories. */
    chooseCategory: (category: string) => setParams((before) => changeParams(before, { category }), { replace: true }),
    chooseSort: (sort: ProductListSort) =>
      setParams((before) => changeParams(before, { sort: sort === 'order' ? '' : sort }), { replace: true }),
    /** Returns the address of the current view without the filter for an import. */
    toEveryImport: () => `?${changeParams(params, { import: '' })}`,
    /** Clears the search, the category and the filter for an import. */
    clear: () => clear({ category: '', import: '' }),
  }
}

interface CategoryFilterProps {
  categories: readonly Category[]
  /** The id of a category. Empty for all categories. */
  chosen: string
  onChoose: (category: string) => void
}

export function CategoryFilter({ categories, chosen, onChoose }: CategoryFilterProps) {
  const options = categories.map(({ category_id, name }) => ({ value: category_id, label: name }))
  return (
    <NativeSelect
      className={classes.category}
      aria-label="Category"
      data={[{ value: '', label: 'All categories' }, ...options]}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

const sortNames: Record<ProductListSort, string> = {
  order: 'Store order',
  name: 'Name',
  newest: 'Newest',
  price: 'Price',
  clicks: 'Clicks',
  click_through: 'Click-through',
  earned: 'Earned',
}

/** Selects the order of the list. Products can be moved only in the store's order. */
export function ProductSortSelect({ chosen, onChoose }: { chosen: ProductListSort; onChoose: (sort: ProductListSort) => void }) {
  return (
    <NativeSelect
      className={classes.sort}
      aria-label="Sort by"
      data={productListSorts.map((value) => ({ value, label: sortNames[value] }))}
      value={chosen}
      onChange={(event) => onChoose(productListSorts.find((sort) => sort === event.currentTarget.value) ?? 'order')}
    />
  )
}
