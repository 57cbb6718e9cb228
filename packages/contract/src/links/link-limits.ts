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

/** The page size of the links screen, and the debounce of its search. */
export const linksPageSize = 20
export const searchDebounceMs = 300

export const linkSorts = ['newest', 'name', 'clicks'] as const
export type LinkSort = (typeof linkSorts)[number]

/** The app serves the icons of sites that links lead to below this path. */
export const siteIconPath = '/site-icons/'

/** Links are counted up to this many, and one more. */
export const linkCountMax = 10_000

/** A deletion can be taken back for this long; then what the link said is erased. */
export const linkUndoMs = 30_000

/** The maximum of aliases of a link. */
export const aliasesPerLink = 20

/** The maximum of links in a bulk call. */
export const bulkLinksMax = 200

export const titleMaxLength = 300
export const notesMaxLength = 1_000

/** A search may be a whole target. */
export const searchMaxLength = 2_048

/** In the place of a host, which has a dot: links of the instance's own domain. */
export const noDomain = 'none'
