// Products of a project: created, ordered and shown in its store.
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
