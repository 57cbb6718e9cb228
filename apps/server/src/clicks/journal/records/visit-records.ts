// The records of clicks and page views: what the request says, as it is appended to the journal before the response.
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
  /** The destination rule that served the visitor. */
  rule: string
  /** The revision of the served link; 0 when unknown. */
  revision: number
  /** The retailer's shop that the visitor was sent to, as `amazon.de`, and why this one; empty for others. */
  shop: string
  shopReason: string
  /** The utm_ parameters of the destination, as its query has them; empty without any. */
  campaign: string
  /** The host of the own domain that was visited, in A-labels; empty for the instance's own. */
  host: string
  /** The alias of the link that was visited; empty where the address is the link's own. */
  aliasId: string
}

// A body: version, time, revision, texts. Version 1 had no revision, version 2 no shop, version 4 no campaign, version
// 5 no host and no alias; 3 are page views.
const version = 6
const versionWithoutHost = 5
const versionWithoutCampaign = 4
const versionWithoutShop = 2
const versionWithoutRevision = 1
const clickVersions: readonly number[] = [versionWithoutRevision, versionWithoutShop, versionWithoutCampaign, versionWithoutHost, version]
const maxRevision = 0xffff_ffff

/** Writes the click at `start`, where `maxRecordBytes` must be free. Returns where the record ends. */
function writeClick(into: Buffer, start: number, click: ClickRecord): number {
  const body = start + headBytes
  into[body] = version
  into.writeDoubleLE(click.at, body + 1)
  into.writeUInt32LE(Math.min(click.revision, maxRevision), body + 9)
  // Joined first: one copy into the buffer, not eighteen.
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

/** Throws when the fields can't be right. */
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

/** The part of a record that any request has: copied from it, neither parsed nor classified. */
export interface RequestRecord {
  /** A UUIDv7. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  organizationId: string
  projectId: string
  method: string
  /**
   * The visitor's IP address. It is deleted with the segment, or after 47 hours from the quarantine,
   * and reaches no database.
   */
  address: string
  userAgent: string
  referrer: string
  acceptLanguage: string
  /** `Sec-Purpose`, or one of the headers that browsers sent before it. */
  purpose: string
  /** The country from a trusted proxy, two letters; empty without one. */
  country: string
  /** The query of the requested address, without the question mark. */
  query: string
}

// The page view record: what the request says about a view of a store's page, as it is appended to the journal
// before the page is sent.

export interface PageViewRecord extends RequestRecord {
  storeId: string
  page: StorePageKind
  /** The product or category of the page; empty for the store's own. */
  pageId: string
}

/** A body: version, time, texts. Clicks have 1, 2, 4, 5 and 6. */
const pageViewVersion = 3

/** Writes the view at `start`, where `maxRecordBytes` must be free. Returns where the record ends. */
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

/** Throws when the fields can't be right. */
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

// Every kind of record that a journal may have. Every version reads the records of all earlier ones: a journal may be
// older than its shipper.

export type JournalRecord = ClickRecord | PageViewRecord

/** Writes the record at `start`, where `maxRecordBytes` must be free. Returns where it ends. */
export function writeRecord(into: Buffer, start: number, record: JournalRecord): number {
  return isPageView(record) ? writePageView(into, start, record) : writeClick(into, start, record)
}

/** Reads one complete record. Throws when a newer version wrote it, or when its fields can't be right. */
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
