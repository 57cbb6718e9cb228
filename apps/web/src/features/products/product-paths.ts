export const productsPath = '/store/products'
export const newProductPath = '/store/products/new'

export function toCategoryProductsPath(categoryId: string): string {
  return `${productsPath}?category=${categoryId}`
}

/** Returns the path of the list that shows only the products that an import created. */
export function toProductsOfImportPath(importId: string): string {
  return `${productsPath}?import=${importId}`
}

export function toProductEditPath(productId: string): string {
  return `/store/products/edit/${productId}`
}
