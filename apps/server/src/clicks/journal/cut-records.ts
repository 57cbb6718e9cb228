import { maxRecordBytes, nextRecord, recordEnd } from './click-record.ts'

export interface Cut {
  records: Buffer[]
  /** How far the bytes were understood; the rest has to wait for more. */
  end: number
  /** What lies between records and is none: to be set aside. */
  damage: { from: number; to: number }[]
  /** Bytes of a last record that was never written to its end. */
  tornBytes: number
}

/** Cuts a piece of a segment, which begins where a record does, into records. `isEnd`: nothing will ever follow these bytes. */
export function cutRecords(bytes: Buffer, isEnd: boolean, max = Number.POSITIVE_INFINITY): Cut {
  const cut: Cut = { records: [], end: 0, damage: [], tornBytes: 0 }
  while (cut.end < bytes.length && cut.records.length < max) {
    const end = recordEnd(bytes, cut.end)
    if (end !== undefined) {
      cut.records.push(bytes.subarray(cut.end, end))
      cut.end = end
      continue
    }
    const resumeAt = nextRecord(bytes, cut.end) ?? beyondAnyRecord(bytes, cut.end)
    if (resumeAt !== undefined) {
      cut.damage.push({ from: cut.end, to: resumeAt })
      cut.end = resumeAt
      continue
    }
    if (isEnd) {
      cut.tornBytes = bytes.length - cut.end
      cut.end = bytes.length
    }
    break
  }
  return cut
}

/** A record that is still being written is short; what is longer than any record and holds none will not become one. */
function beyondAnyRecord(bytes: Buffer, start: number): number | undefined {
  return bytes.length - start > maxRecordBytes ? bytes.length - maxRecordBytes : undefined
}
