export const productsPath = '/store/products'
export const newProductPath = '/store/products/new'

export function productEditPath(productId: string): string {
  return `/store/products/edit/${productId}`
}
