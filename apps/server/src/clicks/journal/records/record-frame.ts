// Every record of a journal has a frame: a mark, the length of the body, the checksum of the body, and the body. A body
// begins with its version, which identifies the kind of record, and the time. A text is stored as its length in two
// bytes and its characters in Latin-1, because HTTP/1.1 headers are Latin-1.
import { crc32 } from 'node:zlib'

const mark = Buffer.from('LSK1', 'latin1')
const markNumber = mark.readUInt32LE()
export const headBytes = 12

/** If a record's time is later than this, the record is damaged, because no correct clock shows this time. */
const latestAt = Date.UTC(2100)

export const idLength = 36

/** Maximum lengths in bytes of the texts that every record has. Longer texts are cut. */
export const requestCaps = {
  method: 8,
  address: 64,
  userAgent: 512,
  referrer: 1_024,
  acceptLanguage: 128,
  purpose: 64,
  country: 8,
  query: 1_024,
} as const

/** Maximum length in bytes of a text that has few possible values, for example the rule of a click. */
export const wordCap = 16

/** Maximum length in bytes of a domain's host. No DNS name is longer. */
export const hostCap = 253

/** Maximum length in bytes of the utm_ parameters of a destination. */
export const campaignCap = 1_024

/**
 * Maximum length of a record in bytes. A click has 18 texts, including five ids, three words, a host and a campaign. A
 * page view has 14 texts, including five ids and a word.
 */
export const maxRecordBytes =
  headBytes +
  1 +
  8 +
  4 +
  2 * 18 +
  campaignCap +
  hostCap +
  5 * idLength +
  3 * wordCap +
  Object.values(requestCaps).reduce<number>((sum, cap) => sum + cap, 0)

/** The two bytes that encode a text's length, for every possible length. The index is the length. */
const lengths = Array.from({ length: Math.max(idLength, campaignCap, ...Object.values(requestCaps)) + 1 }, (_, length) =>
  String.fromCharCode(length & 0xff, length >> 8),
)

/** Returns the length of the text in two bytes, followed by the text. A text that is longer than `cap` is cut. */
export function encodeRecordText(text: string, cap: number): string {
  return text.length <= cap ? `${lengths[text.length]}${text}` : `${lengths[cap]}${text.slice(0, cap)}`
}

/**
 * Writes the frame of a record. The body must already be in the buffer, from `start + headBytes` to `end`. Returns
 * `end`.
 */
export function closeRecord(into: Buffer, start: number, end: number): number {
  const body = start + headBytes
  into.writeUInt32LE(markNumber, start)
  into.writeUInt32LE(end - body, start + 4)
  into.writeUInt32LE(crc32(into.subarray(body, end)), start + 8)
  return end
}

/**
 * Returns the end of the record that begins at `start`. Returns undefined if the record is incomplete or its checksum
 * is wrong.
 */
export function findRecordEnd(bytes: Buffer, start: number): number | undefined {
  const body = start + headBytes
  if (body > bytes.length || bytes.compare(mark, 0, mark.length, start, start + mark.length) !== 0) return undefined
  const end = body + bytes.readUInt32LE(start + 4)
  if (end > bytes.length || end - start > maxRecordBytes) return undefined
  return crc32(bytes.subarray(body, end)) === bytes.readUInt32LE(start + 8) ? end : undefined
}

/** Returns the start of the next intact record after `start`, or undefined if no intact record follows. */
function findNextRecord(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(mark, start + 1); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    if (findRecordEnd(bytes, at) !== undefined) return at
  }
  return undefined
}

/** Reads the fields of one complete record, in the order in which they were written. */
export interface RecordReader {
  readonly version: number
  /** Throws if the time is impossible. */
  time(): number
  uint32(): number
  /** Throws if the text is longer than the rest of the record. */
  text(): string
}

export function openRecord(record: Buffer): RecordReader {
  let at = headBytes + 1
  return {
    version: record[headBytes] ?? 0,
    time() {
      const time = record.readDoubleLE(at)
      if (!(time >= 0 && time < latestAt)) throw new RangeError(`A record of the time ${time}`)
      at += 8
      return time
    },
    uint32() {
      at += 4
      return record.readUInt32LE(at - 4)
    },
    text() {
      const from = at + 2
      at = from + record.readUInt16LE(at)
      if (at > record.length) throw new RangeError('A text that runs past its record')
      return record.toString('latin1', from, at)
    },
  }
}

export interface RecordSplit {
  records: Buffer[]
  /** Offset where the split ended: after `maxCount` records, or before a record that is not complete yet. */
  end: number
  /** Byte ranges without a record, which are to be quarantined. */
  damage: { from: number; to: number }[]
  /** Number of bytes of an incomplete last record. */
  tornBytes: number
}

/**
 * Splits bytes of a segment into records. A record must begin at the first byte. `isEnd` is true if no bytes will
 * follow.
 */
export function splitRecords(bytes: Buffer, isEnd: boolean, maxCount = Number.POSITIVE_INFINITY): RecordSplit {
  const split: RecordSplit = { records: [], end: 0, damage: [], tornBytes: 0 }
  while (split.end < bytes.length && split.records.length < maxCount) {
    const end = findRecordEnd(bytes, split.end)
    if (end !== undefined) {
      split.records.push(bytes.subarray(split.end, end))
      split.end = end
      continue
    }
    const resumeAt = findNextRecord(bytes, split.end) ?? findDamageEnd(bytes, split.end)
    if (resumeAt !== undefined) {
      split.damage.push({ from: split.end, to: resumeAt })
      split.end = resumeAt
      continue
    }
    if (isEnd) {
      split.tornBytes = bytes.length - split.end
      split.end = bytes.length
    }
    break
  }
  return split
}

/**
 * Returns the end of a damaged range. Returns undefined if the range can be the beginning of a record. An incomplete
 * record has at most `maxRecordBytes` bytes, so if a longer range contains no record, it is damaged.
 */
function findDamageEnd(bytes: Buffer, start: number): number | undefined {
  return bytes.length - start > maxRecordBytes ? bytes.length - maxRecordBytes : undefined
}
