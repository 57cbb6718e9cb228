// The key of an address, which is a domain and a slug: `link_address` in SQL. It is the slug itself on the instance's
// own domain, and `//<domain>/<slug>` on another. No slug has an empty segment, so the two never meet.
import type { DomainId } from '@linkshelf/contract'

/** The domain is null for the instance's own. */
export function formatAddress(domainId: DomainId | null, slug: string): string {
  return domainId === null ? slug : `//${domainId}/${slug}`
}

export function parseAddress(address: string): { domainId: DomainId | null; slug: string } {
  if (!address.startsWith('//')) return { domainId: null, slug: address }
  const end = address.indexOf('/', 2)
  return { domainId: address.slice(2, end) as DomainId, slug: address.slice(end + 1) }
}
