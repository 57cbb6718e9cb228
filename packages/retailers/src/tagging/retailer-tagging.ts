import type { RetailerPage } from '../retailer-definition.ts'

export interface RecognizedPage {
  /** The address as it was entered. It can be a redirector's URL. */
  address: string
  url: URL
  page: RetailerPage
  /** The address that contains the tag and its sub-ids. This is the page's own address or the redirector's address. */
  taggedBy: URL
}

export interface TaggedPage {
  url: string
  status: 'tagged' | 'replaced' | 'untracked'
  /** The offset in `url` at which the id of a click is inserted. The id has only letters and digits. */
  clickIdAt?: number
}

/**
 * Returns the page with the tag of these settings, in the form that the program's own link builder makes. Undefined if
 * the settings have no tag for the marketplace.
 */
export type Tagger<Settings> = (recognized: RecognizedPage, settings: Settings) => TaggedPage | undefined
