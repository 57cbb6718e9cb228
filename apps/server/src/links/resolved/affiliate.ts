import { affiliateSettingsOf, destinationHref } from '@linkshelf/contract'
import { recognizeUrl, tagUrl } from '@linkshelf/retailers'
import { parseIntegrations } from '../../affiliates/index.ts'
import type { StoredLink } from './resolved-link.ts'

/** Where a link leads with the integrations of its project, as `settingsOfProject` selects them. */
export function affiliate(target: string, stored: unknown): Pick<StoredLink, 'destination' | 'clickIdAt' | 'rules'> {
  const plain = { destination: target, rules: [] }
  const page = recognizeUrl(target)
  if (page === undefined || !stored) return plain
  const integrations = parseIntegrations(stored)
  // eBay's rules forbid to redirect to it with an affiliate link, unless the owner takes that on.
  if (page.retailer === 'ebay' && integrations.ebay?.link_behavior === 'page') return plain
  const { url, clickIdAt } = tagUrl(target, affiliateSettingsOf(integrations))
  // A tag may make an address too long to be stored in a snapshot.
  return destinationHref(url) === undefined ? plain : { destination: url, clickIdAt, rules: [] }
}
