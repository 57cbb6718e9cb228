// Categories of the products of a project.
export { categoryRoutes } from './category-routes.ts'
export { lockCategoriesForShare, lockCategoryListForUpdate, selectCategories } from './category-table.ts'
export { insertNewCategory } from './create-category.ts'
