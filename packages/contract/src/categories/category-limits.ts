// Separate from the category schemas, so that the list of products loads without the schema library.

export const categoryMessages = {
  nameRequired: 'Category name is required',
  loadFailed: 'Your categories could not be loaded',
  createFailed: 'Failed to create category',
  updateFailed: 'Failed to update category',
  deleteFailed: 'Failed to delete category',
  activateFailed: 'Failed to activate category',
  deactivateFailed: 'Failed to deactivate category',
} as const

export const categoryNameMaxLength = 100
export const categoryDescriptionMaxLength = 1_000

export const categoriesPerProject = 200

/** A store page shows at most this many categories as rows, and this many products in each. */
export const categoryRowsPerPage = 8
export const productsPerCategoryRow = 12
