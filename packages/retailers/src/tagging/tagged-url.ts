import type { RetailerUrl } from '../retailer-url.ts'

/** The owner's settings for each affiliate program; a retailer without settings is never tagged. */
export interface AffiliateSettings {
  amazon?: AmazonSettings
  ebay?: EbaySettings
  aliexpress?: AliexpressSettings
}

export interface AmazonSettings {
  /** Tracking ids by marketplace, as in `amazonMarkets`. */
  tags: Readonly<Partial<Record<string, string>>>
  /** Further parameters as a query: `language=en_US&smid=1`. */
  additionalParams?: string | undefined
}

export interface EbaySettings {
  campaignId: string
  /** Sub-id of every link. */
  customId?: string | undefined
  additionalParams?: string | undefined
  /** The id of each click is its sub-id, behind the one of every link. */
  hasClickIds?: boolean
}

export interface AliexpressSettings {
  /** The Portal's code of a tracking id. Without it no link of AliExpress can be tagged. */
  affShortKey?: string | undefined
  additionalParams?: string | undefined
  /** The id of each click is sent as `dp`. */
  hasClickIds?: boolean
}

/**
 * `tagged`: with the owner's tag. `replaced`: the same, in place of another's. `not-connected`: the retailer has
 * no settings. `no-tag`: the marketplace has no tag, or no program. `untracked`: AliExpress without its short key.
 * `unpaid`: a page of the retailer that is not known to pay affiliates. `short`: where the address leads is only known
 * by following it. `other`: not an address of a retailer.
 */
export type TagStatus = 'tagged' | 'replaced' | 'not-connected' | 'no-tag' | 'untracked' | 'unpaid' | 'short' | 'other'

export interface TaggedUrl {
  /** The address that was given, unless the status is `tagged`, `replaced` or `untracked`. */
  url: string
  status: TagStatus
  /** The page behind redirectors of the retailer, as it was given; undefined where the status is `other`. */
  page?: RetailerUrl
  /** The offset in `url` where the id of a click is inserted: letters and digits. */
  clickIdAt?: number
}

/** An http(s) URL of a page whose retailer, and its tag if any, are known. */
export interface RecognizedPage {
  /** The address as it was entered, perhaps with redirectors in front. */
  address: string
  url: URL
  page: RetailerUrl
  /** The address that has the tag and its sub-ids: that of the page, or of the redirector in front of it. */
  taggedBy: URL
}

/** The tagged form of a page; undefined where the marketplace has no tag. */
export interface Tagged extends Pick<TaggedUrl, 'url' | 'clickIdAt'> {
  status: 'tagged' | 'replaced' | 'untracked'
}
