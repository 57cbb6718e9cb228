export const linkMessages = {
  invalidUrl: 'Please enter a valid URL',
  projectRequired: 'Please select a project',
  created: 'Link created successfully',
  createFailed: 'Failed to create link. Please try again.',
  updateFailed: 'Failed to update link',
  updateUrlFailed: 'Failed to update link URL',
  checkFailed: 'Failed to check the destination',
  checkedRecently: 'Checked less than a minute ago',
  copied: 'Copied! Link copied to clipboard',
  copyDenied: 'Not copied: your browser did not allow it. Use the button, or select the link and copy it by hand.',
  copyFailed: 'The link could not be copied. Select it and copy it by hand.',
} as const

/** Page size of the links screen, and the debounce time of its search. */
export const linksPageSize = 20
export const searchDebounceMs = 300

export const linkSorts = ['newest', 'name', 'clicks', 'earned'] as const
export type LinkSort = (typeof linkSorts)[number]

/** Path on the app's origin of the icons of sites that links lead to. */
export const siteIconPath = '/site-icons/'

/** Links are counted only up to this number plus one. A count above this number means "more than 10,000". */
export const linkCountMax = 10_000

export const aliasesPerLink = 20

export const bulkLinksMax = 200

export const titleMaxLength = 300
export const notesMaxLength = 1_000

/**
 * Maximum length of a search. Users can search for a whole destination, so it equals the maximum length of a
 * destination.
 */
export const searchMaxLength = 2_048

/** Stands for the instance's own domain if a query filters by host. It can't be a host, because a host has a dot. */
export const defaultDomainFilter = 'none'
