import { randomInt } from 'node:crypto'

/** Base58: no 0, O, I or l, which people misread. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const codeLength = 7

/** A code nobody can guess from another: 58^7 is 2.2 million million. */
export function suggestSlug(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Names the public origin answers itself, or that could be mistaken for ours. Compared without regard to case. */
const reserved = new Set(
  [
    ['robots.txt', 'favicon.ico', 'sitemap.xml', 'healthz', 'health', 'metrics', 'status', 'well-known'],
    ['api', 'v1', 'app', 'auth', 'oidc', 'login', 'signin', 'sign-in', 'signup', 'sign-up', 'logout', 'callback', 'dashboard', 'admin'],
    ['links', 'link', 'analytics', 'store', 'stores', 'settings', 'qr', 'products', 'categories', 'account', 'billing', 'pricing'],
    [
      'about',
      'abuse',
      'report',
      'contact',
      'help',
      'support',
      'terms',
      'privacy',
      'legal',
      'security',
      'docs',
      'linkshelf',
      'www',
      'static',
      'assets',
    ],
  ].flat(),
)

export function isReserved(slug: string): boolean {
  return reserved.has(slug.toLowerCase())
}
