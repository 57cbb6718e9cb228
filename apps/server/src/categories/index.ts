/** Stores the categories that group the products of a store, in the order of their owner. */

export { categoryRoutes } from './category-routes.ts'
export { lockCategoriesForShare, lockCategoryListForUpdate, selectCategories } from './category-table.ts'
export { insertNewCategory } from './create-category.ts'
