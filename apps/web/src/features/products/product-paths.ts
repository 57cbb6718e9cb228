export const productsPath = '/store/products'
export const newProductPath = '/store/products/new'

export function toCategoryProductsPath(categoryId: string): string {
  return `${productsPath}?category=${categoryId}`
}

export function toProductEditPath(productId: string): string {
  return `/store/products/edit/${productId}`
}
