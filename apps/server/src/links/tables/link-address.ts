// Converts an address, which is a domain and a slug, to its key and back. The SQL function `link_address` returns the
// same key. On the instance's own domain the key is the slug, on another domain `//<domain>/<slug>`. No slug has an
// empty segment, so no two addresses share a key.
//
// Edges load this file, so it imports no module.
import type { DomainId } from '@linkshelf/contract'

/** Returns the key of an address. If `domainId` is null, the address is on the instance's own domain. */
export function formatAddressKey(domainId: DomainId | null, slug: string): string {
  return domainId === null ? slug : `//${domainId}/${slug}`
}

/** Inverse of `formatAddressKey`. */
export function parseAddressKey(address: string): { domainId: DomainId | null; slug: string } {
  if (!address.startsWith('//')) return { domainId: null, slug: address }
  const end = address.indexOf('/', 2)
  return { domainId: address.slice(2, end) as DomainId, slug: address.slice(end + 1) }
}
