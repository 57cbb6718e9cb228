import { type FileHandle, open } from 'node:fs/promises'
import { type Cut, cutRecords } from '../journal/cut-records.ts'

const batchBytesMax = 4 * 1_048_576
const batchClicksMax = 10_000

export interface Batch extends Cut {
  from: number
  /** What was read, beginning at `from`. */
  bytes: Buffer
  /** There may be more at once. */
  isFull: boolean
}

/**
 * The next whole records of a segment from `from` on, or up to exactly `to`. `isClosed`: nothing is written to the segment any more.
 * What it gives back is on disk, also when the edge that wrote it does not wait for that.
 */
export async function readBatch(path: string, from: number, to: number | undefined, isClosed: boolean): Promise<Batch> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.max(0, Math.min(to ?? from + batchBytesMax, size) - from)
    if (length > 0) await file.datasync()
    const bytes = await readExactly(file, from, length)
    const isEnd = to !== undefined || (isClosed && from + length === size)
    // A range that was begun is taken whole, whatever a batch may hold today.
    const cut = cutRecords(bytes, isEnd, to === undefined ? batchClicksMax : undefined)
    return { from, bytes, isFull: length === batchBytesMax || cut.records.length === batchClicksMax, ...cut }
  } finally {
    await file.close()
  }
}

/** The batch up to the end of its record number `count`. */
export function cutShort(batch: Batch, count: number): Batch {
  const last = batch.records[count - 1]
  const end = last === undefined ? 0 : last.byteOffset - batch.bytes.byteOffset + last.length
  const damage = batch.damage.filter((piece) => piece.to <= end)
  return { ...batch, records: batch.records.slice(0, count), end, damage, tornBytes: 0, isFull: true }
}

/** One read may give less than was asked for. */
async function readExactly(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled)
    if (bytesRead === 0) throw new Error(`The segment ends ${length - filled} bytes before its end`)
    filled += bytesRead
  }
  return bytes
}
