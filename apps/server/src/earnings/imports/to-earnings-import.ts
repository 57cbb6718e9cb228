import type { EarningsImport } from '@linkshelf/contract'
import type { ImportRow, Understood } from './import-table.ts'

const nothing: Understood = {
  retailer: null,
  report: null,
  from: null,
  to: null,
  skipped: 0,
  totals: [],
  columns: [],
  ignored_columns: [],
  tracking_ids: [],
  questions: [],
  date_example: null,
}

export function toEarningsImport(row: ImportRow): EarningsImport {
  return {
    import_id: row.id,
    file_name: row.file_name,
    state: row.state,
    failure: row.failure,
    ...nothing,
    ...row.understood,
    rows: row.row_count,
    processed: row.processed_count,
    added: row.added_count,
    known: row.known_count,
    rejected: row.rejected_count,
    date_order: row.date_order,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
