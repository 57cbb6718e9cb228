import { type AliexpressSettings, tagAliexpress } from './aliexpress/tagging.ts'
import { type AmazonSettings, tagAmazon } from './amazon/tagging.ts'
import { type EbaySettings, tagEbay } from './ebay/tagging.ts'
import { type RetailerUrl, recognizeUrl, unwrapRedirectors } from './recognize-url.ts'
import { type Retailer, retailers } from './retailers.ts'
import type { RecognizedPage, TaggedPage, Tagger } from './tagging/retailer-tagging.ts'

/**
 * The result of tagging an address.
 *   - `tagged`: has the owner's tag.
 *   - `replaced`: has the owner's tag in place of another affiliate's tag.
 *   - `not-connected`: the retailer has no settings.
 *   - `no-tag`: the owner has no tag for the marketplace, or the marketplace has no program.
 *   - `untracked`: a page of AliExpress whose settings have no short key.
 *   - `unpaid`: a page of the retailer that is not known to pay affiliates.
 *   - `short`: a short URL, whose destination is unknown until it is requested.
 *   - `other`: not an address of a retailer.
 */
export type TagStatus = 'tagged' | 'replaced' | 'not-connected' | 'no-tag' | 'untracked' | 'unpaid' | 'short' | 'other'

export interface TaggedUrl extends Pick<TaggedPage, 'url' | 'clickIdAt'> {
  /** The unchanged address, unless the status is `tagged`, `replaced` or `untracked`. */
  url: string
  status: TagStatus
  /** The untagged page that the retailer's redirectors lead to; undefined if the status is `other`. */
  page?: RetailerUrl
}

/** The owner's settings by retailer: only the settings that decide how URLs are tagged. */
export interface RetailerSettings {
  amazon: AmazonSettings
  ebay: EbaySettings
  aliexpress: AliexpressSettings
}

/** Pages of a retailer without settings are never tagged. */
export type AffiliateSettings = Partial<RetailerSettings>

const taggers: { readonly [R in Retailer]: Tagger<RetailerSettings[R]> } = {
  amazon: tagAmazon,
  ebay: tagEbay,
  aliexpress: tagAliexpress,
}

/**
 * Returns the same page with the owner's tag: its canonical address, without another affiliate's tag and without the
 * retailer's tracking parameters. Sub-ids of a pasted URL stay if the URL has the owner's tag. The page stays at its
 * retailer and in its marketplace. If an address can't be tagged, it is returned unchanged. Tagging a tagged address
 * with equal settings changes nothing.
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
  const taggedBy = new URL(found.tag === undefined ? address : href)
  const tagged = tagBy(page.retailer, settings, { address, url: new URL(href), page, taggedBy })
  return tagged === undefined ? { url: address, status: 'no-tag', page } : { ...tagged, page }
}

function tagBy<R extends Retailer>(retailer: R, settings: AffiliateSettings, recognized: RecognizedPage): TaggedPage | undefined {
  const own = settings[retailer]
  return own && taggers[retailer](recognized, own)
}

function isUnpaid({ retailer, kind, tag }: RetailerUrl): boolean {
  return kind === 'other' && !(retailers[retailer].paysUnknownPages && tag !== undefined)
}
