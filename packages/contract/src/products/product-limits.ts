// Apart from the schemas of products: the list of products loads without the library of schemas.

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

/** `unavailable` products are marked on store pages; `hidden` ones are not shown until they are available again. */
export const productAvailabilities = ['available', 'unavailable', 'hidden'] as const
export type ProductAvailability = (typeof productAvailabilities)[number]

/** The orders of a list of products: that of the owner, or by a value, of numbers the highest first. */
export const productListSorts = ['order', 'name', 'newest', 'price', 'clicks', 'click_through', 'earned'] as const
export type ProductListSort = (typeof productListSorts)[number]

export const productNameMaxLength = 200
export const productDescriptionMaxLength = 5_000
export const attributeNameMaxLength = 100
export const attributeValueMaxLength = 500

/** The page size of the products screen. */
export const productsPageSize = 20

/** The maximum of products of a project; of attributes, categories and links of a product. */
export const productsPerProject = 10_000
export const attributesPerProduct = 50
export const categoriesPerProduct = 50
export const linksPerProduct = 20

/** The maximum of products that come first in a store. */
export const pinnedProductsPerProject = 12

/** The maximum of products in a bulk call, and what it can do. */
export const bulkProductsMax = 500
export const productBulkActions = ['activate', 'deactivate', 'delete', 'add_categories', 'remove_categories'] as const
export type ProductBulkAction = (typeof productBulkActions)[number]

/** The search for links to add to a product starts at this many characters, and its hint. */
export const productLinkSearchMinLength = 3
export const productLinkSearchHint = 'min 3 chars'

/** How many categories a row of the products table shows before +N. */
export const categoryBadgesMax = 2
