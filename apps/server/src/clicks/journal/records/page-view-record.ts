// The page view record: what the request says about a view of a store's page, as it is appended to the journal
// before the page is sent.
import type { StorePageKind } from '@linkshelf/contract'
import { asText, closeRecord, headBytes, idLength, type RecordReader, requestCaps, wordCap } from './record-frame.ts'
import type { RequestRecord } from './request-record.ts'

export interface PageViewRecord extends RequestRecord {
  storeId: string
  page: StorePageKind
  /** The product or category of the page; empty for the store's own. */
  pageId: string
}

/** A body: version, time, texts. Clicks have 1, 2 and 4. */
export const pageViewVersion = 3

/** Writes the view at `start`, where `maxRecordBytes` must be free. Returns where the record ends. */
export function writePageView(into: Buffer, start: number, view: PageViewRecord): number {
  const body = start + headBytes
  into[body] = pageViewVersion
  into.writeDoubleLE(view.at, body + 1)
  const texts = [
    asText(view.id, idLength),
    asText(view.organizationId, idLength),
    asText(view.projectId, idLength),
    asText(view.storeId, idLength),
    asText(view.page, wordCap),
    asText(view.pageId, idLength),
    asText(view.method, requestCaps.method),
    asText(view.address, requestCaps.address),
    asText(view.userAgent, requestCaps.userAgent),
    asText(view.referrer, requestCaps.referrer),
    asText(view.acceptLanguage, requestCaps.acceptLanguage),
    asText(view.purpose, requestCaps.purpose),
    asText(view.country, requestCaps.country),
    asText(view.query, requestCaps.query),
  ]
  return closeRecord(into, start, body + 9 + into.write(texts.join(''), body + 9, 'latin1'))
}

/** Throws when the fields can't be right. */
export function readPageView({ time, text }: RecordReader): PageViewRecord {
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
