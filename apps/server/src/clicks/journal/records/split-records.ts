import { maxRecordBytes, nextRecord, recordEnd } from './record-frame.ts'

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
    const end = recordEnd(bytes, split.end)
    if (end !== undefined) {
      split.records.push(bytes.subarray(split.end, end))
      split.end = end
      continue
    }
    const resumeAt = nextRecord(bytes, split.end) ?? beyondAnyRecord(bytes, split.end)
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
function beyondAnyRecord(bytes: Buffer, start: number): number | undefined {
  return bytes.length - start > maxRecordBytes ? bytes.length - maxRecordBytes : undefined
}
