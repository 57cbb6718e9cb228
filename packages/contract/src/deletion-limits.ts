// Separate from deletions.ts, so that the dashboard shows the limits without loading the schema library.

/** A deleted link or product can be restored for this many days. Then its content is erased. */
export const restorableDays = 30

/** A project can have this many times as many deleted links as its plan includes links. Older ones are erased first. */
export const deletedLinksPerPlanLink = 10

/** Maximum number of deleted products per project. Older ones are erased first. */
export const deletedProductsPerProject = 10_000
