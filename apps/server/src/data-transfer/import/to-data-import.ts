import { type DataImport, dataImportShownNotes } from '@linkshelf/contract'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type ImportRow, selectNotes } from './import-table.ts'

export async function toDataImport(tx: Tx, row: ImportRow): Promise<DataImport> {
  return {
    import_id: row.id,
    file_name: row.file_name,
    bytes: row.byte_count,
    received_bytes: row.received_bytes,
    state: row.state,
    failure: row.failure,
    progress: row.state === 'done' ? 100 : row.file_count === 0 ? 0 : Math.min(99, Math.floor((row.position / row.file_count) * 100)),
    summary: row.summary,
    notes: row.note_count === 0 ? [] : await selectNotes(tx, row.id, dataImportShownNotes),
    note_count: row.note_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
