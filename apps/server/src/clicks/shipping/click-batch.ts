import { type ClickRecord, maxRecordBytes, recordEnd, writeRecord } from '../journal/click-record.ts'

/** Clicks that are written together, and what is called when they are kept. */
export interface ClickBatch {
  bytes: Buffer
  length: number
  answers: (() => void)[]
}

const firstBytes = 262_144
const lastingBytesMax = 4 * 1_048_576

export function emptyBatch(): ClickBatch {
  return { bytes: Buffer.allocUnsafe(firstBytes), length: 0, answers: [] }
}

export function addToBatch(batch: ClickBatch, click: ClickRecord, answer: () => void): void {
  if (batch.bytes.length - batch.length < maxRecordBytes) {
    const larger = Buffer.allocUnsafe(batch.bytes.length * 2)
    batch.bytes.copy(larger, 0, 0, batch.length)
    batch.bytes = larger
  }
  batch.length = writeRecord(batch.bytes, batch.length, click)
  batch.answers.push(answer)
}

/** Answers everybody, and leaves the batch empty for others. What a great rush made large does not stay so. */
export function answerBatch(batch: ClickBatch): void {
  for (const answer of batch.answers) answer()
  batch.answers.length = 0
  batch.length = 0
  if (batch.bytes.length > lastingBytesMax) batch.bytes = Buffer.allocUnsafe(firstBytes)
}

/** How many of the batch's clicks are whole within its first bytes. */
export function countWithin(batch: ClickBatch, byteCount: number): number {
  if (byteCount === batch.length) return batch.answers.length
  const bytes = batch.bytes.subarray(0, byteCount)
  let count = 0
  for (let end = recordEnd(bytes, 0); end !== undefined; end = recordEnd(bytes, end)) count += 1
  return count
}
