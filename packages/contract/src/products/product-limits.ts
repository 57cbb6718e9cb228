// Separate from the product schemas, so that the list of products loads without the schema library.

export const productMessages = {
  nameRequired: 'Product name is required',
  none: 'No products found. Add your first product to get started.',
  createFailed: 'Failed to create product',
  updateFailed: 'Failed to update product',
  deleteFailed: 'Failed to delete product',
  moveFailed: 'Failed to move product',
  linkUrlFailed: 'Failed to link URL to product',
  unlinkUrlFailed: 'Failed to unlink URL from product',
  createUrlFailed: 'Failed to create product URL. Please try again.',
  attributeIncomplete: 'Enter a name and a value',
  attributeRepeated: 'This product already has an attribute with this name',
  noneChosen: 'Choose at least one product',
  noneOfCategoriesChosen: 'Choose categories only for an action that adds or removes categories',
} as const

/** `unavailable` products are marked on store pages. `hidden` products are not shown until they are available again. */
export const productAvailabilities = ['available', 'unavailable', 'hidden'] as const
export type ProductAvailability = (typeof productAvailabilities)[number]

/**
 * Sort orders of a list of products. `order` is the owner's order. Every other sort order is by a value. If the value
 * is a number, the highest comes first.
 */
export const productListSorts = ['order', 'name', 'newest', 'price', 'clicks', 'click_through', 'earned'] as const
export type ProductListSort = (typeof productListSorts)[number]

export const productNameMaxLength = 200
export const productDescriptionMaxLength = 5_000
export const attributeNameMaxLength = 100
export const attributeValueMaxLength = 500

export const productsPageSize = 20

/** Maximum number of products per project, and of attributes, categories and links per product. */
export const productsPerProject = 10_000
export const attributesPerProduct = 50
export const categoriesPerProduct = 50
export const linksPerProduct = 20

/** Maximum number of products that are pinned to the top of a store. */
export const pinnedProductsPerProject = 12

/** Maximum number of products in a bulk call, and its actions. */
export const bulkProductsMax = 500
export const productBulkActions = ['activate', 'deactivate', 'delete', 'add_categories', 'remove_categories'] as const
export type ProductBulkAction = (typeof productBulkActions)[number]

/** The search for links to add to a product begins at this many characters. The hint says so. */
export const productLinkSearchMinLength = 3
export const productLinkSearchHint = 'min 3 chars'

/** Maximum number of categories in a row of the products table. The others are shown as +N. */
export const categoryBadgesMax = 2
