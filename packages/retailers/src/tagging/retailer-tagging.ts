import type { RetailerUrl } from '../recognize-url.ts'

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

/**
 * Returns the page with the tag of these settings, as the program's own link builder makes it; undefined where the
 * marketplace has no tag.
 */
export type Tagger<Settings> = (recognized: RecognizedPage, settings: Settings) => Tagged | undefined
