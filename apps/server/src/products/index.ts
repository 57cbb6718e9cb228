/**
 * Stores the products of a project, in the owner's order. `import/` reads CSV files in resumable jobs, and `csv/`
 * writes them. `deletion/` restores and erases deleted products, `list/` sorts products, `bulk/` changes several
 * products at once, and `suggestion/` reads the web page of a product.
 */

export { listDeletedProductUploads } from './deletion/deleted-product-table.ts'
export { findRestorableProductIds } from './deletion/restore-products.ts'
export { productImportRoutes } from './import/product-imports.ts'
export type { ProductNumberQueries } from './list/product-numbers.ts'
export { productJobs } from './product-jobs.ts'
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
