// The frame of every record of a journal: mark, length of the body, checksum of the body, body. A body begins with its
// version, which says what it is, and the time; texts are their length in two bytes, then Latin-1, which is what
// HTTP/1.1 header bytes are.
import { crc32 } from 'node:zlib'

const mark = Buffer.from('LSK1', 'latin1')
const markNumber = mark.readUInt32LE()
export const headBytes = 12

/** Later than any right clock: a time past it is damage. */
const latestAt = Date.UTC(2100)

export const idLength = 36

/** The maximum bytes of the texts that every record has. Longer texts are cut. */
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

/** The maximum bytes of a text that is one of a few words. */
export const wordCap = 16

/** The maximum bytes of the host of a domain: no name of DNS is longer. */
export const hostCap = 253

/** The maximum bytes of the campaign of a destination. */
export const campaignCap = 1_024

/**
 * No record is longer: a click has eighteen texts, five ids, three words, a host and a campaign among them; a page view
 * fourteen, five ids and a word.
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

/** The two bytes of every length that a text may have. */
const lengths = Array.from({ length: Math.max(idLength, campaignCap, ...Object.values(requestCaps)) + 1 }, (_, length) =>
  String.fromCharCode(length & 0xff, length >> 8),
)

/** A text as it is stored, with its length before it. */
export function encodeRecordText(text: string, cap: number): string {
  return text.length <= cap ? `${lengths[text.length]}${text}` : `${lengths[cap]}${text.slice(0, cap)}`
}

/** Writes the frame around the body, which is in place from `start + headBytes` to `end`. Returns `end`. */
export function closeRecord(into: Buffer, start: number, end: number): number {
  const body = start + headBytes
  into.writeUInt32LE(markNumber, start)
  into.writeUInt32LE(end - body, start + 4)
  into.writeUInt32LE(crc32(into.subarray(body, end)), start + 8)
  return end
}

/** Returns the end of the record that begins at `start`; undefined unless it is complete and its checksum is right. */
export function findRecordEnd(bytes: Buffer, start: number): number | undefined {
  const body = start + headBytes
  if (body > bytes.length || bytes.compare(mark, 0, mark.length, start, start + mark.length) !== 0) return undefined
  const end = body + bytes.readUInt32LE(start + 4)
  if (end > bytes.length || end - start > maxRecordBytes) return undefined
  return crc32(bytes.subarray(body, end)) === bytes.readUInt32LE(start + 8) ? end : undefined
}

/** Returns the start of the next intact record after `start`; undefined when there is none. */
function findNextRecord(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(mark, start + 1); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    if (findRecordEnd(bytes, at) !== undefined) return at
  }
  return undefined
}

/** Reads the fields of one complete record, in the order in which they were written. */
export interface RecordReader {
  readonly version: number
  /** Throws when the time can't be right. */
  time(): number
  uint32(): number
  /** Throws at a text that runs past the record. */
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
  /** The offset where the split ended: after `maxCount` records, or where a record needs more bytes. */
  end: number
  /** Ranges without a record: to be quarantined. */
  damage: { from: number; to: number }[]
  /** Bytes of a last record that was not written to its end. */
  tornBytes: number
}

/** Splits bytes of a segment into records; the first byte starts a record. `isEnd`: no bytes will follow. */
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

/** An unfinished record is at most `maxRecordBytes` long: a longer range without a record is damage. */
function findDamageEnd(bytes: Buffer, start: number): number | undefined {
  return bytes.length - start > maxRecordBytes ? bytes.length - maxRecordBytes : undefined
}
