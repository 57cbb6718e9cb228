// The click record: what the request says about a click, as it is appended to the journal before the redirect.
import { asText, closeRecord, headBytes, idLength, type RecordReader, requestCaps, wordCap } from './record-frame.ts'
import type { RequestRecord } from './request-record.ts'

export interface ClickRecord extends RequestRecord {
  linkId: string
  /** The destination rule that served the visitor. */
  rule: string
  /** The revision of the served link; 0 when unknown. */
  revision: number
  /** The retailer's shop that the visitor was sent to, as `amazon.de`, and why this one; empty for others. */
  shop: string
  shopReason: string
}

// A body: version, time, revision, texts. Version 1 had no revision, version 2 no shop; 3 are page views.
const version = 4
const versionWithoutShop = 2
const versionWithoutRevision = 1
export const clickVersions: readonly number[] = [versionWithoutRevision, versionWithoutShop, version]
const maxRevision = 0xffff_ffff

/** Writes the click at `start`, where `maxRecordBytes` must be free. Returns where the record ends. */
export function writeClick(into: Buffer, start: number, click: ClickRecord): number {
  const body = start + headBytes
  into[body] = version
  into.writeDoubleLE(click.at, body + 1)
  into.writeUInt32LE(Math.min(click.revision, maxRevision), body + 9)
  // Joined first: one copy into the buffer, not fifteen.
  const texts =
    asText(click.id, idLength) +
    asText(click.organizationId, idLength) +
    asText(click.projectId, idLength) +
    asText(click.linkId, idLength) +
    asText(click.method, requestCaps.method) +
    asText(click.rule, wordCap) +
    asText(click.address, requestCaps.address) +
    asText(click.userAgent, requestCaps.userAgent) +
    asText(click.referrer, requestCaps.referrer) +
    asText(click.acceptLanguage, requestCaps.acceptLanguage) +
    asText(click.purpose, requestCaps.purpose) +
    asText(click.country, requestCaps.country) +
    asText(click.query, requestCaps.query) +
    asText(click.shop, wordCap) +
    asText(click.shopReason, wordCap)
  return closeRecord(into, start, body + 13 + into.write(texts, body + 13, 'latin1'))
}

/** Throws when the fields can't be right. */
export function readClick({ version: writtenAs, time, uint32, text }: RecordReader): ClickRecord {
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
    shop: writtenAs === version ? text() : '',
    shopReason: writtenAs === version ? text() : '',
  }
}
