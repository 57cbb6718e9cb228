/** Stores the categories that group the products of a store, in the order of their owner. */

export { categoryRoutes, insertNewCategory } from './categories.ts'
export {
  lockCategoriesForShare,
  lockCategoryListForUpdate,
  selectCategories,
  selectCategoryByName,
  selectFreeCategoryName,
} from './category-table.ts'
