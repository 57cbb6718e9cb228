// Rules for the addresses of products and categories below the address of their store. Separate from the schemas,
// because every list of products loads this file.
import { makeStoreHandle } from './store-limits.ts'

export const pageSlugMaxLength = 80

/**
 * Maximum length of a slug that is made from a name. It is less than `pageSlugMaxLength`, so that a number can be
 * appended.
 */
const madeSlugMaxLength = 60

/** Maximum number of earlier slugs that still lead to a page. The next one replaces the oldest. */
export const earlierSlugsPerPage = 20

export const pageSlugMessage = 'Use letters, digits and single hyphens only'

/**
 * Slugs that no page can have, because they are paths of a store's own pages. A page address with an id instead of a
 * slug begins with `p` or `c`.
 */
const reservedSlugs = new Set(['snippet', 'p', 'c'])
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Whether the slug can't be chosen for a page. `sitemap.xml`, `robots.txt` and paths that begin with `.` or `@` need no
 * entry, because they do not have the form of a slug.
 */
export function isReservedPageSlug(slug: string): boolean {
  return reservedSlugs.has(slug) || uuid.test(slug)
}

/** Returns a text in the letter case and the Unicode composition of slugs. */
export function normalizePageSlug(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/**
 * Joins words by single hyphens. No word begins with a combining mark, because a mark would combine with the hyphen.
 */
function joinWords(text: string): string {
  return makeStoreHandle(text)
    .replace(/(^|-)[-\p{M}]+/gu, '$1')
    .replace(/-$/, '')
}

/** Whether a normalized text has the form of a slug, which means that making a slug of the text would not change it. */
export function isPageSlug(text: string): boolean {
  return text !== '' && text.length <= pageSlugMaxLength && joinWords(text) === text
}

/** Returns the slug for a page with this name, cut between words. Empty if the name has no letters and digits. */
export function makePageSlug(name: string): string {
  const slug = joinWords(name)
  if (slug.length <= madeSlugMaxLength) return slug
  const beginning = slug.slice(0, madeSlugMaxLength + 1)
  const end = beginning.lastIndexOf('-')
  if (end >= madeSlugMaxLength / 2) return beginning.slice(0, end)
  // A word has to be cut. It is cut between two characters, and never between a character and its marks.
  let cut = ''
  for (const [letter] of slug.matchAll(/.\p{M}*/gsu)) {
    if (cut.length + letter.length > madeSlugMaxLength) break
    cut += letter
  }
  return cut.replace(/-$/, '')
}

/**
 * Returns the address of a page below the path or URL of its store. The store's address ends in `/` only if the store
 * is at the root of a host.
 */
export function formatPageAddress(store: string, slug: string): string {
  return `${store.replace(/\/$/, '')}/${encodeURIComponent(slug)}`
}
