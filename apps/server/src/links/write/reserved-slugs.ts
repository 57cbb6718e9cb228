import { type DomainId, fontPath, hidesFiles } from '@linkshelf/contract'

/**
 * Slugs that no link on the instance's own domain can have: paths of the public origin or of a store, and names that
 * could be mistaken for the operator's. Compared ignoring case.
 */
const reservedSlugs = new Set(
  [
    'robots.txt favicon.ico sitemap.xml snippet healthz health metrics status well-known',
    'api v1 app auth oidc login signin sign-in signup sign-up logout callback dashboard admin',
    'links link analytics store stores settings qr products categories account billing pricing',
    'about abuse report contact help support terms privacy legal security docs linkshelf www static assets',
  ].flatMap((words) => words.split(' ')),
)

/** Matches the path of a product's or category's page, in a store that has its own host. */
const pageOfStore = /^[pc]\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Matches every version of the font file, because the version is in the path. */
const fontFile = new RegExp(`^${fontPath.slice(1).replace(/\d[\d.]*\d/, '[\\d.]+')}$`)

/**
 * Slugs that no link on an organization's own domain can have, because they are paths of pages there. No names are
 * reserved for the operator on such a domain.
 */
const reservedSlugsOnOwnDomain = new Set('robots.txt favicon.ico sitemap.xml snippet p c'.split(' '))

/**
 * Returns whether a link with this slug would hide a page or file. On the instance's own domain, also returns true if
 * the link would look like a page of the operator.
 */
export function isReserved(slug: string, domainId: DomainId | null = null): boolean {
  const name = slug.toLowerCase()
  const words = domainId === null ? reservedSlugs : reservedSlugsOnOwnDomain
  return words.has(name) || hidesFiles(name) || pageOfStore.test(name) || fontFile.test(name)
}
