import { productNameMaxLength } from '@linkshelf/contract'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import classes from './product-search.module.css'

const searchFieldId = 'search-products'

/** Focuses the search. A button that clears it calls this, since its press removes the button. */
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
