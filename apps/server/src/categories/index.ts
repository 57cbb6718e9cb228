// Categories of the products of a project.
export { categoryRoutes } from './category-routes.ts'
export { lockCategoriesForShare, selectCategories } from './category-table.ts'
