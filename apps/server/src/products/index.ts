/**
 * Stores the products of a project, in the order of their owner. `import/` reads CSV files in resumable jobs, `csv/`
 * writes them, `bulk/` changes several at once, and `suggestion/` reads a product's page.
 */

export { findProductNames, getProduct } from './get-product.ts'
export { productImportRoutes } from './import/import-routes.ts'
export { productJobs } from './product-jobs.ts'
export { productRoutes, storeProductRoutes } from './product-routes.ts'
export {
  countProductsByCategory,
  listProductUploads,
  lockProductForShare,
  selectProduct,
  selectProductIds,
  selectProducts,
  selectProductsOfLinks,
} from './product-table.ts'
export { getProductAddress } from './product-url.ts'
export { isVisibleAt, toProductPage } from './to-product.ts'
