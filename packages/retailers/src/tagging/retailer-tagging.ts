import type { RetailerPage } from '../retailer-definition.ts'

/** An http(s) URL of a page of a retailer, whose tag is known if it has one. */
export interface RecognizedPage {
  /** The address as it was entered, perhaps with redirectors in front. */
  address: string
  url: URL
  page: RetailerPage
  /** The address that has the tag and its sub-ids: that of the page, or of the redirector in front of it. */
  taggedBy: URL
}

/** The tagged form of a page; undefined where the marketplace has no tag. */
export interface Tagged {
  url: string
  status: 'tagged' | 'replaced' | 'untracked'
  /** The offset in `url` where the id of a click is inserted: letters and digits. */
  clickIdAt?: number
}

/**
 * Returns the page with the tag of these settings, as the program's own link builder makes it; undefined where the
 * marketplace has no tag.
 */
export type Tagger<Settings> = (recognized: RecognizedPage, settings: Settings) => Tagged | undefined
