import { type FileHandle, open } from 'node:fs/promises'
import { type RecordSplit, splitRecords } from '../journal/records/record-frame.ts'

const maxBatchBytes = 4 * 1_048_576
const maxBatchClicks = 10_000

/** The records of one byte range of a segment. */
export interface RecordBatch extends RecordSplit {
  from: number
  /** The bytes that were read, beginning at `from`. */
  bytes: Buffer
  /** True if the batch reached a limit, so the segment may have more records now. */
  isFull: boolean
}

/**
 * Reads the next complete records of a segment, beginning at `from`. If `to` is given, reads exactly up to `to`.
 * `isClosed` is true if nothing more is written to the segment. The returned bytes are durable, even if the edge that
 * wrote them does not sync.
 */
export async function readBatch(path: string, from: number, to: number | undefined, isClosed: boolean): Promise<RecordBatch> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.max(0, Math.min(to ?? from + maxBatchBytes, size) - from)
    if (length > 0) await file.datasync()
    const bytes = await readExactly(file, from, length)
    const isEnd = to !== undefined || (isClosed && from + length === size)
    // If `to` is given, the range was tried before. Then the same records must be read again, so the number of records
    // is not limited: this release may have another limit than the release that began the batch.
    const split = splitRecords(bytes, isEnd, to === undefined ? maxBatchClicks : undefined)
    return { from, bytes, isFull: length === maxBatchBytes || split.records.length === maxBatchClicks, ...split }
  } finally {
    await file.close()
  }
}

/** Returns a batch with only the first `count` records. */
export function truncateBatch(batch: RecordBatch, count: number): RecordBatch {
  const last = batch.records[count - 1]
  const end = last === undefined ? 0 : last.byteOffset - batch.bytes.byteOffset + last.length
  const damage = batch.damage.filter((range) => range.to <= end)
  return { ...batch, records: batch.records.slice(0, count), end, damage, tornBytes: 0, isFull: true }
}

/** Reads `length` bytes. Reads repeatedly, because one read may return fewer bytes than requested. */
async function readExactly(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled)
    if (bytesRead === 0) throw new Error(`The segment ends ${length - filled} bytes before its end`)
    filled += bytesRead
  }
  return bytes
}
