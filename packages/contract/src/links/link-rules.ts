import { slugCorrectionMs } from '../subscriptions/rate-limits.ts'

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

/** The maximum of links in a bulk call. */
export const bulkLinksMax = 200

export const targetMaxLength = 2_048
export const titleMaxLength = 300
export const notesMaxLength = 1_000

/** The maximum of slugs that are checked at once. */
export const checkedSlugsMax = 10

/** The form of a short name. */
export const slugPattern = /^[A-Za-z0-9_-]{1,64}$/
export const slugMessage = 'Use letters, digits, - and _ only (64 at most)'

/**
 * When something was added, in milliseconds: its id begins with that (UUIDv7). The `created_at` of a link is what
 * an imported file says.
 */
export function addedAtMs(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

/** The lowest id of what is added then. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Whether the slug of a link can still be corrected, before its first visit: for an hour after the link was added. */
export function canCorrectSlug(linkId: string, atMs: number): boolean {
  return atMs - addedAtMs(linkId) < slugCorrectionMs
}

export const slugStatuses = ['free', 'taken', 'reserved'] as const
export type SlugStatus = (typeof slugStatuses)[number]

/** A search may be a whole target. */
export const searchMaxLength = 2_048

/** The href of an http(s) address without credentials; undefined for anything else. */
export function destinationHref(text: string): string | undefined {
  // The URL parser drops tabs and newlines anywhere, so a check of the text alone would accept "java\nscript:".
  if (hasControlCharacter(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username !== '' || url.password !== '') return undefined
  return url.href.length <= targetMaxLength ? url.href : undefined
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

/**
 * Adds https:// to an address without a scheme. Another scheme, or a mistyped one, is left for validation to reject.
 */
export function withScheme(typed: string): string {
  const trimmed = typed.trim()
  const hasScheme = /^([a-z][a-z0-9+.-]*:\/|https?:?\/)/i.test(trimmed)
  return hasScheme ? trimmed : `https://${trimmed}`
}

/**
 * The href of an address as users type it, without a scheme too; undefined for anything that is not an http(s) address.
 */
export function typedDestinationHref(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const href = destinationHref(withScheme(typed))
  // Chromium percent-encodes characters that the URL standard forbids in a host ("not a url").
  return href === undefined || new URL(href).hostname.includes('%') ? undefined : href
}
