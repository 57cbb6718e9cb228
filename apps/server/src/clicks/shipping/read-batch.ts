import { type FileHandle, open } from 'node:fs/promises'
import { type RecordSplit, splitRecords } from '../journal/records/record-frame.ts'

const maxBatchBytes = 4 * 1_048_576
const maxBatchClicks = 10_000

/** The records of one range of a segment. */
export interface RecordBatch extends RecordSplit {
  from: number
  /** The bytes that were read, beginning at `from`. */
  bytes: Buffer
  /** The batch reached a limit, so the segment may have more records now. */
  isFull: boolean
}

/**
 * Reads the next complete records of a segment from `from` on, or up to exactly `to`. `isClosed`: nothing more is
 * written to the segment. The returned bytes are durable, also when the edge that wrote them does not sync.
 */
export async function readBatch(path: string, from: number, to: number | undefined, isClosed: boolean): Promise<RecordBatch> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.max(0, Math.min(to ?? from + maxBatchBytes, size) - from)
    if (length > 0) await file.datasync()
    const bytes = await readExactly(file, from, length)
    const isEnd = to !== undefined || (isClosed && from + length === size)
    // A range that was tried before must be the same again, whatever the limits are in this version.
    const split = splitRecords(bytes, isEnd, to === undefined ? maxBatchClicks : undefined)
    return { from, bytes, isFull: length === maxBatchBytes || split.records.length === maxBatchClicks, ...split }
  } finally {
    await file.close()
  }
}

/** The first `count` records of the batch. */
export function truncateBatch(batch: RecordBatch, count: number): RecordBatch {
  const last = batch.records[count - 1]
  const end = last === undefined ? 0 : last.byteOffset - batch.bytes.byteOffset + last.length
  const damage = batch.damage.filter((range) => range.to <= end)
  return { ...batch, records: batch.records.slice(0, count), end, damage, tornBytes: 0, isFull: true }
}

/** One read may return fewer bytes than requested. */
async function readExactly(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled)
    if (bytesRead === 0) throw new Error(`The segment ends ${length - filled} bytes before its end`)
    filled += bytesRead
  }
  return bytes
}
