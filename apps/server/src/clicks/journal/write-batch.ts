import { type JournalRecord, writeRecord } from './records/journal-record.ts'
import { maxRecordBytes, recordEnd } from './records/record-frame.ts'

/** Records that are written together, and the callbacks to run when they are on disk. */
export interface WriteBatch {
  bytes: Buffer
  length: number
  callbacks: (() => void)[]
}

const initialBytes = 262_144
const maxReusedBytes = 4 * 1_048_576

export function createWriteBatch(): WriteBatch {
  return { bytes: Buffer.allocUnsafe(initialBytes), length: 0, callbacks: [] }
}

export function addRecord(batch: WriteBatch, record: JournalRecord, callback: () => void): void {
  if (batch.bytes.length - batch.length < maxRecordBytes) {
    const larger = Buffer.allocUnsafe(batch.bytes.length * 2)
    batch.bytes.copy(larger, 0, 0, batch.length)
    batch.bytes = larger
  }
  batch.length = writeRecord(batch.bytes, batch.length, record)
  batch.callbacks.push(callback)
}

/** Runs the callbacks and empties the batch for reuse. A buffer that a burst made large is replaced by a small one. */
export function completeBatch(batch: WriteBatch): void {
  for (const callback of batch.callbacks) callback()
  batch.callbacks.length = 0
  batch.length = 0
  if (batch.bytes.length > maxReusedBytes) batch.bytes = Buffer.allocUnsafe(initialBytes)
}

/** How many records are complete within the first `byteCount` bytes of the batch. */
export function countCompleteRecords(batch: WriteBatch, byteCount: number): number {
  if (byteCount === batch.length) return batch.callbacks.length
  const bytes = batch.bytes.subarray(0, byteCount)
  let count = 0
  for (let end = recordEnd(bytes, 0); end !== undefined; end = recordEnd(bytes, end)) count += 1
  return count
}
