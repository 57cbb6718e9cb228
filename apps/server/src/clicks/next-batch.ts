import { open } from 'node:fs/promises'
import { type Cut, cutRecords } from './cut-records.ts'

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
    const length = Math.max(0, Math.min(to ?? size, size, from + batchBytesMax) - from)
    const bytes = Buffer.allocUnsafe(length)
    if (length > 0) {
      await file.datasync()
      await file.read(bytes, 0, length, from)
    }
    const isEnd = to !== undefined || (isClosed && from + length === size)
    const cut = cutRecords(bytes, isEnd, batchClicksMax)
    return { from, bytes, isFull: length === batchBytesMax || cut.records.length === batchClicksMax, ...cut }
  } finally {
    await file.close()
  }
}
