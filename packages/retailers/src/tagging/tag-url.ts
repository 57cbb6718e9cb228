import { recognizeUrl, unwrapRedirectors } from '../recognize-url.ts'
import type { RetailerUrl } from '../retailer-url.ts'
import { tagAliexpress } from './tag-aliexpress.ts'
import { tagAmazon } from './tag-amazon.ts'
import { tagEbay } from './tag-ebay.ts'
import type { AffiliateSettings, RecognizedPage, Tagged, TaggedUrl } from './tagged-url.ts'

/**
 * Returns the same page with the owner's tag: its canonical address, without another affiliate's tag and without the
 * retailer's tracking parameters. Sub-ids stay that were pasted with the owner's tag. The page stays at its retailer
 * and in its marketplace. An address that can't be tagged is returned as it is. Tagging a tagged address with the same
 * settings changes nothing.
 */
export function tagUrl(address: string, settings: AffiliateSettings): TaggedUrl {
  const given = recognizeUrl(address)
  if (given === undefined) return { url: address, status: 'other' }
  if (given.kind === 'short') return { url: address, status: 'short', page: given }
  const href = unwrapRedirectors(address)
  const found = recognizeUrl(href)
  if (found?.retailer !== given.retailer || found.kind === 'redirector') return { url: address, status: 'unpaid', page: given }
  const tag = found.tag ?? given.tag
  const page = { ...found, ...(tag !== undefined && { tag }) }
  if (page.kind === 'short') return { url: address, status: 'short', page }
  if (settings[page.retailer] === undefined) return { url: address, status: 'not-connected', page }
  if (isUnpaid(page)) return { url: address, status: 'unpaid', page }
  const tagged = tagBy(settings, { address, url: new URL(href), page, taggedBy: new URL(found.tag === undefined ? address : href) })
  return tagged === undefined ? { url: address, status: 'no-tag', page } : { ...tagged, page }
}

function tagBy({ amazon, ebay, aliexpress }: AffiliateSettings, recognized: RecognizedPage): Tagged | undefined {
  switch (recognized.page.retailer) {
    case 'amazon':
      return amazon && tagAmazon(recognized, amazon)
    case 'ebay':
      return ebay && tagEbay(recognized, ebay)
    case 'aliexpress':
      return aliexpress && tagAliexpress(recognized, aliexpress)
  }
}

/** A page of Amazon with a tag is taken for one that pays: there are too many kinds to know them all. */
function isUnpaid({ retailer, kind, tag }: RetailerUrl): boolean {
  return kind === 'other' && !(retailer === 'amazon' && tag !== undefined)
}
