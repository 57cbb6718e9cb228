// Addresses of products and categories below that of their store. Apart from the schemas, because every list of
// products loads with it.
import { makeStoreHandle } from './store-limits.ts'

export const pageSlugMaxLength = 80

/** An address that is made of a name is shorter, so that a number fits behind it. */
const madeSlugMaxLength = 60

/** How many earlier addresses lead to a page; the oldest ends with the next one. */
export const earlierSlugsPerPage = 20

export const pageSlugMessage = 'Use letters, digits and single hyphens only'

/** Words of a store's own pages; `p` and `c` begin the addresses by id. */
const reserved = new Set(['snippet', 'p', 'c'])
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns whether no page may choose this slug. `sitemap.xml`, `robots.txt` and what begins with `.` or `@` have not
 * the form of one.
 */
export function isReservedPageSlug(slug: string): boolean {
  return reserved.has(slug) || uuid.test(slug)
}

/** The slug that a text names, whatever its case and composition. */
export function normalizePageSlug(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** Words joined by single hyphens; no word begins with a mark, which would join the hyphen. */
function joinWords(text: string): string {
  return makeStoreHandle(text)
    .replace(/(^|-)[-\p{M}]+/gu, '$1')
    .replace(/-$/, '')
}

/** Whether a normalized text has the form of a slug: it is the slug that it would be made into. */
export function isPageSlug(text: string): boolean {
  return text !== '' && text.length <= pageSlugMaxLength && joinWords(text) === text
}

/** The slug for a page of this name, cut between words; empty for a name without letters and digits. */
export function makePageSlug(name: string): string {
  const slug = joinWords(name)
  if (slug.length <= madeSlugMaxLength) return slug
  const beginning = slug.slice(0, madeSlugMaxLength + 1)
  const end = beginning.lastIndexOf('-')
  if (end >= madeSlugMaxLength / 2) return beginning.slice(0, end)
  // No character is cut, nor separated from its marks.
  let cut = ''
  for (const [letter] of slug.matchAll(/.\p{M}*/gsu)) {
    if (cut.length + letter.length > madeSlugMaxLength) break
    cut += letter
  }
  return cut.replace(/-$/, '')
}

/** The address of a page: below the path or URL of its store, which ends in `/` only where the store is at the root. */
export function formatPageAddress(store: string, slug: string): string {
  return `${store.replace(/\/$/, '')}/${encodeURIComponent(slug)}`
}
