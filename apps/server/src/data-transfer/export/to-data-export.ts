import type { DataExport } from '@linkshelf/contract'
import type { ExportRow } from './export-table.ts'

export function toDataExport(row: ExportRow): DataExport {
  const share = row.total_rows === 0 ? 0 : row.row_count / row.total_rows
  return {
    export_id: row.id,
    state: row.state,
    // Rows that are added while it runs are not in the total.
    progress: row.state === 'done' ? 100 : Math.min(99, Math.floor(share * 100)),
    file_name: fileNameOf(row),
    bytes: row.byte_count,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

export function fileNameOf({ created_at }: Pick<ExportRow, 'created_at'>): string {
  return `linkshelf-${created_at.toISOString().slice(0, 16).replace(':', '-')}.tar.gz`
}
