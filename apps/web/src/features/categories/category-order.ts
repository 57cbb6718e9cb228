import type { ListedCategory } from '@linkshelf/contract'

/** The position of a category in the list, counted from 1. */
export interface CategoryPosition {
  position: number
  count: number
}

/** The list after a category was moved to a position, counted from 1. */
export function withMoved(categories: readonly ListedCategory[], categoryId: string, position: number): ListedCategory[] {
  const moved = categories.find(({ category_id }) => category_id === categoryId)
  const others = categories.filter((category) => category !== moved)
  return moved === undefined ? others : others.toSpliced(position - 1, 0, moved)
}
