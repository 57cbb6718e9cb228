// Messages that the dashboard shows itself. They are separate from the error catalog, because the first load of the
// dashboard does not need the catalog.

export const signInRequiredMessage = 'Your session has expired. Please sign in again.'
export const faultMessage = 'An unexpected error occurred'
export const linkNotFoundMessage = "The link you're looking for doesn't exist or has been removed."

// Separate from the error catalog, because the dashboard checks a logo before it sends the logo.
export const logoInvalidMessage =
  'This picture cannot be used as a logo. Choose a PNG, JPEG, WebP or GIF of at most 500 KB and 2,000 × 2,000 pixels.'

export const organizationMessages = {
  loadFailed: 'Failed to fetch organization data',
  projectChanged: 'Project Changed',
  noneSelected: 'No Organization or Project Selected',
  noneCurrent: 'No current organization selected',
  noneKnown: 'No organization or project',
} as const

export const projectArchivedMessage = 'This project is archived. Unarchive it to add links.'

export const storesNotEnabledMessage =
  'The page of a product is in a store, and stores are not enabled for your organization. Ask the operator of this Linkshelf to enable them.'
