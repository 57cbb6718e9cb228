import { productNameMaxLength } from '@linkshelf/contract'
import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './product-search.module.css'

const searchFieldId = 'search-products'

/** For a button that clears the search and is removed with it. */
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
      <TextInput
        id={searchFieldId}
        type="text"
        aria-label="Search products"
        placeholder="Search by name"
        maxLength={productNameMaxLength}
        leftSection={<IconSearch aria-hidden size={17} stroke={1.6} />}
        rightSection={typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={onClear} />}
        rightSectionPointerEvents="all"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </search>
  )
}
