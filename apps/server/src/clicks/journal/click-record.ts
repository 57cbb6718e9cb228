// The click record: what the request says about a click, as it is appended to the journal before the redirect. Nothing is parsed or classified yet.
import { crc32 } from 'node:zlib'

export interface ClickRecord {
  /** A UUIDv7. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  organizationId: string
  projectId: string
  linkId: string
  method: string
  /** The destination rule that served the visitor. */
  rule: string
  /** Of the link that was served; 0 when unknown. */
  revision: number
  /** The visitor's IP address. It is deleted with the segment, or after 47 hours from the quarantine, and reaches no database. */
  address: string
  userAgent: string
  referrer: string
  acceptLanguage: string
  /** `Sec-Purpose`, or one of the headers that browsers sent before it. */
  purpose: string
  /** Two letters from a trusted proxy; empty without one. */
  country: string
  /** The query of the short link, without the question mark. */
  query: string
}

// A record: mark, length of the body, checksum of the body, body. A body: version, time, revision, texts; a text: its length in two bytes, then
// Latin-1, which is what HTTP/1.1 header bytes are. Version 1 had no revision. Every version reads the records of all earlier ones: a
// journal may be older than its shipper.
const mark = Buffer.from('LSK1', 'latin1')
const markNumber = mark.readUInt32LE()
const headBytes = 12
const version = 2
const versionWithoutRevision = 1
const maxRevision = 0xffff_ffff

/** Later than any right clock: a time past it is damage. */
const latestAt = Date.UTC(2100)

const idLength = 36
const caps = {
  method: 8,
  rule: 16,
  address: 64,
  userAgent: 512,
  referrer: 1_024,
  acceptLanguage: 128,
  purpose: 64,
  country: 8,
  query: 1_024,
} as const
const textCount = 13

/** The two bytes of every length that a text may have. */
const lengths = Array.from({ length: Math.max(idLength, ...Object.values(caps)) + 1 }, (_, length) =>
  String.fromCharCode(length & 0xff, length >> 8),
)

/** No record is longer. */
export const maxRecordBytes =
  headBytes + 1 + 8 + 4 + 2 * textCount + 4 * idLength + Object.values(caps).reduce<number>((sum, cap) => sum + cap, 0)

/** Writes the click at `start`, where `maxRecordBytes` must be free. Returns where the record ends. */
export function writeRecord(into: Buffer, start: number, click: ClickRecord): number {
  const body = start + headBytes
  into[body] = version
  into.writeDoubleLE(click.at, body + 1)
  into.writeUInt32LE(Math.min(click.revision, maxRevision), body + 9)
  // Joined first: one copy into the buffer, not thirteen.
  const texts =
    asText(click.id, idLength) +
    asText(click.organizationId, idLength) +
    asText(click.projectId, idLength) +
    asText(click.linkId, idLength) +
    asText(click.method, caps.method) +
    asText(click.rule, caps.rule) +
    asText(click.address, caps.address) +
    asText(click.userAgent, caps.userAgent) +
    asText(click.referrer, caps.referrer) +
    asText(click.acceptLanguage, caps.acceptLanguage) +
    asText(click.purpose, caps.purpose) +
    asText(click.country, caps.country) +
    asText(click.query, caps.query)
  const end = body + 13 + into.write(texts, body + 13, 'latin1')
  into.writeUInt32LE(markNumber, start)
  into.writeUInt32LE(end - body, start + 4)
  into.writeUInt32LE(crc32(into.subarray(body, end)), start + 8)
  return end
}

function asText(text: string, cap: number): string {
  return text.length <= cap ? `${lengths[text.length]}${text}` : `${lengths[cap]}${text.slice(0, cap)}`
}

/** Where the record that begins at `start` ends; undefined unless it is complete and its checksum is right. */
export function recordEnd(bytes: Buffer, start: number): number | undefined {
  const body = start + headBytes
  if (body > bytes.length || bytes.compare(mark, 0, mark.length, start, start + mark.length) !== 0) return undefined
  const end = body + bytes.readUInt32LE(start + 4)
  if (end > bytes.length || end - start > maxRecordBytes) return undefined
  return crc32(bytes.subarray(body, end)) === bytes.readUInt32LE(start + 8) ? end : undefined
}

/** Where the next intact record after `start` begins; undefined when there is none. */
export function nextRecord(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(mark, start + 1); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    if (recordEnd(bytes, at) !== undefined) return at
  }
  return undefined
}

/** Reads one complete record. Throws when a newer version wrote it, or when its fields can't be right. */
export function readRecord(record: Buffer): ClickRecord {
  const writtenAs = record[headBytes]
  if (writtenAs !== version && writtenAs !== versionWithoutRevision)
    throw new Error(`The record has version ${writtenAs}; this version of Linkshelf reads up to ${version}`)
  const time = record.readDoubleLE(headBytes + 1)
  if (!(time >= 0 && time < latestAt)) throw new RangeError(`A click at ${time}`)
  let at = headBytes + 9
  const revision = writtenAs === versionWithoutRevision ? 0 : record.readUInt32LE(at)
  if (writtenAs !== versionWithoutRevision) at += 4
  const text = (): string => {
    const from = at + 2
    at = from + record.readUInt16LE(at)
    if (at > record.length) throw new RangeError('A text that runs past its record')
    return record.toString('latin1', from, at)
  }
  return {
    at: time,
    revision,
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
  }
}
