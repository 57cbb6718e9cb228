import { type AliexpressSettings, tagAliexpress } from './aliexpress/tagging.ts'
import { type AmazonSettings, tagAmazon } from './amazon/tagging.ts'
import { type EbaySettings, tagEbay } from './ebay/tagging.ts'
import { type RetailerUrl, recognizeUrl, unwrapRedirectors } from './recognize-url.ts'
import { type Retailer, retailers } from './retailers.ts'
import type { RecognizedPage, Tagged, Tagger } from './tagging/retailer-tagging.ts'

/**
 * `tagged`: with the owner's tag. `replaced`: the same, in place of another's. `not-connected`: the retailer has
 * no settings. `no-tag`: the marketplace has no tag, or no program. `untracked`: AliExpress without its short key.
 * `unpaid`: a page of the retailer that is not known to pay affiliates. `short`: where the address leads is only known
 * by following it. `other`: not an address of a retailer.
 */
export type TagStatus = 'tagged' | 'replaced' | 'not-connected' | 'no-tag' | 'untracked' | 'unpaid' | 'short' | 'other'

export interface TaggedUrl extends Pick<Tagged, 'url' | 'clickIdAt'> {
  /** The address that was given, unless the status is `tagged`, `replaced` or `untracked`. */
  url: string
  status: TagStatus
  /** The page behind redirectors of the retailer, as it was given; undefined where the status is `other`. */
  page?: RetailerUrl
}

/** The owner's settings for each program, as far as tagging needs them. */
export interface RetailerSettings {
  amazon: AmazonSettings
  ebay: EbaySettings
  aliexpress: AliexpressSettings
}

/** The owner's settings for each affiliate program; a retailer without settings is never tagged. */
export type AffiliateSettings = Partial<RetailerSettings>

const taggers: { readonly [R in Retailer]: Tagger<RetailerSettings[R]> } = {
  amazon: tagAmazon,
  ebay: tagEbay,
  aliexpress: tagAliexpress,
}

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
  const taggedBy = new URL(found.tag === undefined ? address : href)
  const tagged = tagBy(page.retailer, settings, { address, url: new URL(href), page, taggedBy })
  return tagged === undefined ? { url: address, status: 'no-tag', page } : { ...tagged, page }
}

function tagBy<R extends Retailer>(retailer: R, settings: AffiliateSettings, recognized: RecognizedPage): Tagged | undefined {
  const own = settings[retailer]
  return own && taggers[retailer](recognized, own)
}

function isUnpaid({ retailer, kind, tag }: RetailerUrl): boolean {
  return kind === 'other' && !(retailers[retailer].paysUnknownPages && tag !== undefined)
}
