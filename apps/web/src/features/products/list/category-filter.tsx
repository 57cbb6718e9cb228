import type { Category } from '@linkshelf/contract'
import { NativeSelect } from '@mantine/core'
import classes from './product-search.module.css'

interface CategoryFilterProps {
  categories: readonly Category[]
  /** The id of a category; '' for all of them. */
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
