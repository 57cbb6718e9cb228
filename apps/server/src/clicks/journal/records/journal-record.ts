// Every kind of record that a journal may have. Every version reads the records of all earlier ones: a journal may be
// older than its shipper.
import { type ClickRecord, clickVersions, readClick, writeClick } from './click-record.ts'
import { type PageViewRecord, pageViewVersion, readPageView, writePageView } from './page-view-record.ts'
import { openRecord } from './record-frame.ts'

export type JournalRecord = ClickRecord | PageViewRecord

/** Writes the record at `start`, where `maxRecordBytes` must be free. Returns where it ends. */
export function writeRecord(into: Buffer, start: number, record: JournalRecord): number {
  return isPageView(record) ? writePageView(into, start, record) : writeClick(into, start, record)
}

/** Reads one complete record. Throws when a newer version wrote it, or when its fields can't be right. */
export function readRecord(record: Buffer): JournalRecord {
  const reader = openRecord(record)
  if (clickVersions.includes(reader.version)) return readClick(reader)
  if (reader.version === pageViewVersion) return readPageView(reader)
  throw new Error(
    `The record has version ${reader.version}; this version of Linkshelf reads up to ${Math.max(...clickVersions, pageViewVersion)}`,
  )
}

export function isPageView(record: JournalRecord): record is PageViewRecord {
  return 'page' in record
}

export function splitByKind(records: readonly JournalRecord[]): { clicks: ClickRecord[]; views: PageViewRecord[] } {
  const split: ReturnType<typeof splitByKind> = { clicks: [], views: [] }
  for (const record of records) {
    if (isPageView(record)) split.views.push(record)
    else split.clicks.push(record)
  }
  return split
}
