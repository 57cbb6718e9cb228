// Records of clicks and page views. They contain what the request says. They are appended to the journal before the
// response.
import type { StorePageKind } from '@linkshelf/contract'
import {
  campaignCap,
  closeRecord,
  encodeRecordText,
  headBytes,
  hostCap,
  idLength,
  openRecord,
  type RecordReader,
  requestCaps,
  wordCap,
} from './record-frame.ts'

export interface ClickRecord extends RequestRecord {
  linkId: string
  /** The destination rule that was applied, for example `country`. */
  rule: string
  /** The revision of the served link. 0 if unknown. */
  revision: number
  /**
   * The retailer's shop that the visitor was sent to, for example `amazon.de`, and why this shop was chosen. Both are
   * empty for other destinations.
   */
  shop: string
  shopReason: string
  /** The utm_ parameters of the destination's query string. Empty if it has no utm_ parameters. */
  campaign: string
  /** The organization's domain that was visited, in A-labels. Empty if the instance's own host was visited. */
  host: string
  /** The alias that was visited. Empty if the link's own address was visited. */
  aliasId: string
}

// A body contains version, time, revision and texts. Later versions have more fields: version 2 added the revision,
// version 4 the shop, version 5 the campaign, and version 6 the host and the alias. Version 3 is a page view.
const version = 6
const versionWithoutHost = 5
const versionWithoutCampaign = 4
const versionWithoutShop = 2
const versionWithoutRevision = 1
const clickVersions: readonly number[] = [versionWithoutRevision, versionWithoutShop, versionWithoutCampaign, versionWithoutHost, version]
const maxRevision = 0xffff_ffff

/**
 * Writes the click at `start`. The buffer must have `maxRecordBytes` free bytes there. Returns the end of the record.
 */
function writeClick(into: Buffer, start: number, click: ClickRecord): number {
  const body = start + headBytes
  into[body] = version
  into.writeDoubleLE(click.at, body + 1)
  into.writeUInt32LE(Math.min(click.revision, maxRevision), body + 9)
  // The texts are joined first, so that they need one copy into the buffer instead of 18.
  const texts =
    encodeRecordText(click.id, idLength) +
    encodeRecordText(click.organizationId, idLength) +
    encodeRecordText(click.projectId, idLength) +
    encodeRecordText(click.linkId, idLength) +
    encodeRecordText(click.method, requestCaps.method) +
    encodeRecordText(click.rule, wordCap) +
    encodeRecordText(click.address, requestCaps.address) +
    encodeRecordText(click.userAgent, requestCaps.userAgent) +
    encodeRecordText(click.referrer, requestCaps.referrer) +
    encodeRecordText(click.acceptLanguage, requestCaps.acceptLanguage) +
    encodeRecordText(click.purpose, requestCaps.purpose) +
    encodeRecordText(click.country, requestCaps.country) +
    encodeRecordText(click.query, requestCaps.query) +
    encodeRecordText(click.shop, wordCap) +
    encodeRecordText(click.shopReason, wordCap) +
    encodeRecordText(click.campaign, campaignCap) +
    encodeRecordText(click.host, hostCap) +
    encodeRecordText(click.aliasId, idLength)
  return closeRecord(into, start, body + 13 + into.write(texts, body + 13, 'latin1'))
}

/** Returns the click in a record. Throws if a field has an impossible value. */
function readClick({ version: writtenAs, time, uint32, text }: RecordReader): ClickRecord {
  return {
    at: time(),
    revision: writtenAs === versionWithoutRevision ? 0 : uint32(),
    id: text(),
    organizationId: text(),
    projectId: text(),
    linkId: text(),
    method: text(),
    rule: text(),
    address: text(),
    userAgent: text(),
    referrer: text(),
    acceptLanguage: text(),
    purpose: text(),
    country: text(),
    query: text(),
    shop: writtenAs > versionWithoutShop ? text() : '',
    shopReason: writtenAs > versionWithoutShop ? text() : '',
    campaign: writtenAs > versionWithoutCampaign ? text() : '',
    host: writtenAs > versionWithoutHost ? text() : '',
    aliasId: writtenAs > versionWithoutHost ? text() : '',
  }
}

/**
 * Fields that the records of all requests have. They are copied from the request, and neither parsed nor classified.
 */
export interface RequestRecord {
  /** A UUIDv7. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  organizationId: string
  projectId: string
  method: string
  /**
   * The visitor's IP address. It is never written to a database. It is deleted together with the segment. In the
   * quarantine, it is deleted after 47 hours.
   */
  address: string
  userAgent: string
  referrer: string
  acceptLanguage: string
  /** The value of `Sec-Purpose`, or of an older header that browsers sent before `Sec-Purpose`. */
  purpose: string
  /** The country code that a trusted proxy sent (two letters). Empty if no proxy sent a country. */
  country: string
  /** The query of the requested address, without the question mark. */
  query: string
}

// Records of page views. They contain what the request says about a view of a store's page. They are appended to the
// journal before the page is sent.

export interface PageViewRecord extends RequestRecord {
  storeId: string
  page: StorePageKind
  /** The id of the page's product or category. Empty for the page of the store itself. */
  pageId: string
}

/** A body contains version, time and texts. Clicks have the versions 1, 2, 4, 5 and 6. */
const pageViewVersion = 3

/**
 * Writes the page view at `start`. The buffer must have `maxRecordBytes` free bytes there. Returns the end of the
 * record.
 */
function writePageView(into: Buffer, start: number, view: PageViewRecord): number {
  const body = start + headBytes
  into[body] = pageViewVersion
  into.writeDoubleLE(view.at, body + 1)
  const texts = [
    encodeRecordText(view.id, idLength),
    encodeRecordText(view.organizationId, idLength),
    encodeRecordText(view.projectId, idLength),
    encodeRecordText(view.storeId, idLength),
    encodeRecordText(view.page, wordCap),
    encodeRecordText(view.pageId, idLength),
    encodeRecordText(view.method, requestCaps.method),
    encodeRecordText(view.address, requestCaps.address),
    encodeRecordText(view.userAgent, requestCaps.userAgent),
    encodeRecordText(view.referrer, requestCaps.referrer),
    encodeRecordText(view.acceptLanguage, requestCaps.acceptLanguage),
    encodeRecordText(view.purpose, requestCaps.purpose),
    encodeRecordText(view.country, requestCaps.country),
    encodeRecordText(view.query, requestCaps.query),
  ]
  return closeRecord(into, start, body + 9 + into.write(texts.join(''), body + 9, 'latin1'))
}

/** Returns the page view in a record. Throws if a field has an impossible value. */
function readPageView({ time, text }: RecordReader): PageViewRecord {
  return {
    at: time(),
    id: text(),
    organizationId: text(),
    projectId: text(),
    storeId: text(),
    page: text() as StorePageKind,
    pageId: text(),
    method: text(),
    address: text(),
    userAgent: text(),
    referrer: text(),
    acceptLanguage: text(),
    purpose: text(),
    country: text(),
    query: text(),
  }
}

// Every kind of record that a journal can contain. Every release reads the records of all earlier releases, because a
// journal can be older than its shipper.

export type JournalRecord = ClickRecord | PageViewRecord

/**
 * Writes the record at `start`. The buffer must have `maxRecordBytes` free bytes there. Returns the end of the record.
 */
export function writeRecord(into: Buffer, start: number, record: JournalRecord): number {
  return isPageView(record) ? writePageView(into, start, record) : writeClick(into, start, record)
}

/** Reads one complete record. Throws if a newer release wrote the record, or if a field has an impossible value. */
export function readRecord(record: Buffer): JournalRecord {
  const reader = openRecord(record)
  if (clickVersions.includes(reader.version)) return readClick(reader)
  if (reader.version === pageViewVersion) return readPageView(reader)
  throw new Error(
    `The record has version ${reader.version}; this version of Linkshelf reads up to ${Math.max(...clickVersions, pageViewVersion)}`,
  )
}

export function isPageView(record: JournalRecord): record is PageViewRecord {
  return 'page' in record
}

export function splitByKind(records: readonly JournalRecord[]): { clicks: ClickRecord[]; views: PageViewRecord[] } {
  const split: ReturnType<typeof splitByKind> = { clicks: [], views: [] }
  for (const record of records) {
    if (isPageView(record)) split.views.push(record)
    else split.clicks.push(record)
  }
  return split
}
