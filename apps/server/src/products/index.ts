/**
 * Stores the products of a project, in the order of their owner. `import/` reads CSV files in resumable jobs, `csv/`
 * writes them, `list/` sorts them, `bulk/` changes several at once, and `suggestion/` reads a product's page.
 */

export { productImportRoutes, productJobs } from './import/product-imports.ts'
export type { ProductNumberQueries } from './list/product-numbers.ts'
export { countProductsByCategory, selectLinksOfProducts, selectProductsOfLinks } from './product-references.ts'
export { productRoutes } from './product-routes.ts'
export {
  countPinnedProducts,
  findNextScheduleChange,
  listProductUploads,
  lockProductForShare,
  type ProductRow,
  selectProduct,
  selectProductIds,
  selectProducts,
} from './product-table.ts'
export { getProductAddress } from './product-url.ts'
export { findProductNames, getProduct } from './products.ts'
export { storeProductRoutes } from './store-products.ts'
export { isVisible, toProductPage } from './to-product.ts'
