export const productsPath = '/store/products'
export const newProductPath = '/store/products/new'

export function productsOfCategoryPath(categoryId: string): string {
  return `${productsPath}?category=${categoryId}`
}

export function productEditPath(productId: string): string {
  return `/store/products/edit/${productId}`
}
