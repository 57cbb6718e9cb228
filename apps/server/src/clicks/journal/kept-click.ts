// What is written down about a click before the visitor is sent on, as the request said it. Nothing here is parsed or judged yet.
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
  /** Which of a link's destinations was served. */
  why: string
  /** The visitor's IP address. It leaves with the segment and reaches no database. */
  address: string
  userAgent: string
  referrer: string
  acceptLanguage: string
  /** What the browser said it fetches for: `Sec-Purpose`, or what was used before it. */
  purpose: string
  /** Two letters from a trusted proxy; empty without one. */
  country: string
  /** The query of the short link, without the question mark. */
  query: string
}

// A record: mark, length of the body, checksum of the body, body. A body: version, time, texts; a text: length in two bytes, then Latin-1,
// which is what HTTP/1.1 header bytes are.
const mark = Buffer.from('LSK1', 'latin1')
const markNumber = mark.readUInt32LE()
const headBytes = 12
const version = 1

/** The year 2100: later is a clock gone wrong, or no time at all. */
const latest = Date.UTC(2100)

const idLength = 36
const caps = {
  method: 8,
  why: 16,
  address: 64,
  userAgent: 512,
  referrer: 1_024,
  acceptLanguage: 128,
  purpose: 64,
  country: 8,
  query: 1_024,
} as const
const textCount = 13

/** Each length that a text may have, as its two bytes. */
const lengths = Array.from({ length: Math.max(idLength, ...Object.values(caps)) + 1 }, (_, length) =>
  String.fromCharCode(length & 0xff, length >> 8),
)

/** No record is longer. */
export const maxRecordBytes =
  headBytes + 1 + 8 + 2 * textCount + 4 * idLength + Object.values(caps).reduce<number>((sum, cap) => sum + cap, 0)

/** Writes the click at `start`, where `maxRecordBytes` must be free, and gives back where the record ends. */
export function writeRecord(into: Buffer, start: number, click: ClickRecord): number {
  const body = start + headBytes
  into[body] = version
  into.writeDoubleLE(click.at, body + 1)
  // Joined first: one copy into the buffer, not thirteen.
  const texts =
    asText(click.id, idLength) +
    asText(click.organizationId, idLength) +
    asText(click.projectId, idLength) +
    asText(click.linkId, idLength) +
    asText(click.method, caps.method) +
    asText(click.why, caps.why) +
    asText(click.address, caps.address) +
    asText(click.userAgent, caps.userAgent) +
    asText(click.referrer, caps.referrer) +
    asText(click.acceptLanguage, caps.acceptLanguage) +
    asText(click.purpose, caps.purpose) +
    asText(click.country, caps.country) +
    asText(click.query, caps.query)
  const end = body + 9 + into.write(texts, body + 9, 'latin1')
  into.writeUInt32LE(markNumber, start)
  into.writeUInt32LE(end - body, start + 4)
  into.writeUInt32LE(crc32(into.subarray(body, end)), start + 8)
  return end
}

function asText(text: string, cap: number): string {
  return text.length <= cap ? `${lengths[text.length]}${text}` : `${lengths[cap]}${text.slice(0, cap)}`
}

/** Where the record that begins at `start` ends; nothing unless all of it is there, unharmed. */
export function recordEnd(bytes: Buffer, start: number): number | undefined {
  const body = start + headBytes
  if (body > bytes.length || bytes.compare(mark, 0, mark.length, start, start + mark.length) !== 0) return undefined
  const end = body + bytes.readUInt32LE(start + 4)
  if (end > bytes.length || end - start > maxRecordBytes) return undefined
  return crc32(bytes.subarray(body, end)) === bytes.readUInt32LE(start + 8) ? end : undefined
}

/** Where the next unharmed record after `start` begins; nothing when there is none. */
export function nextRecord(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(mark, start + 1); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    if (recordEnd(bytes, at) !== undefined) return at
  }
  return undefined
}

/** Reads one whole record. Throws when it was written in a way this version doesn't know. */
export function readRecord(record: Buffer): ClickRecord {
  const found = record[headBytes]
  if (found !== version) throw new Error(`A record of version ${found}, where ${version} is known`)
  const time = record.readDoubleLE(headBytes + 1)
  if (!(time >= 0 && time < latest)) throw new RangeError(`A click at ${time}`)
  let at = headBytes + 9
  const text = (): string => {
    const from = at + 2
    at = from + record.readUInt16LE(at)
    if (at > record.length) throw new RangeError('A text that runs past its record')
    return record.toString('latin1', from, at)
  }
  return {
    at: time,
    id: text(),
    organizationId: text(),
    projectId: text(),
    linkId: text(),
    method: text(),
    why: text(),
    address: text(),
    userAgent: text(),
    referrer: text(),
    acceptLanguage: text(),
    purpose: text(),
    country: text(),
    query: text(),
  }
}
