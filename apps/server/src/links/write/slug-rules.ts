import { randomInt } from 'node:crypto'

/** Base58: no 0, O, I or l, which people misread. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const slugLength = 7

/** Slugs are random, so that one says nothing about another: 58^7 is 2.2 * 10^12. */
export function generateSlug(): string {
  return Array.from({ length: slugLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Paths of the public origin, and names that could be mistaken for the operator's. Compared without case. */
const reserved = new Set(
  [
    'robots.txt favicon.ico sitemap.xml healthz health metrics status well-known',
    'api v1 app auth oidc login signin sign-in signup sign-up logout callback dashboard admin',
    'links link analytics store stores settings qr products categories account billing pricing',
    'about abuse report contact help support terms privacy legal security docs linkshelf www static assets',
  ].flatMap((words) => words.split(' ')),
)

export function isReserved(slug: string): boolean {
  return reserved.has(slug.toLowerCase())
}
