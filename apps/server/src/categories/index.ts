/** Stores the categories that group the products of a store, in the owner's order. */

export { categoryRoutes, insertNewCategory } from './categories.ts'
export {
  type CategoryRow,
  listCategoryUploads,
  lockCategoriesForShare,
  lockCategoryListForUpdate,
  selectCategories,
  selectCategory,
  selectCategoryByName,
  selectCategoryIds,
  selectFreeCategoryName,
  toStoreCategory,
} from './category-table.ts'
