import type { LinkImport } from '@linkshelf/contract'
import type { ImportRow } from './import-table.ts'

export function toLinkImport(row: ImportRow): LinkImport {
  return {
    import_id: row.id,
    file_name: row.file_name,
    state: row.state,
    failure: row.failure,
    rows: row.row_count,
    processed: row.processed_count,
    created: row.created_count,
    skipped: row.skipped_count,
    rejected: row.rejected_count,
    over_limit: row.over_limit_count,
    unusable_slugs: row.unusable_slug_count,
    incomplete: row.incomplete_count,
    ignored_columns: row.ignored_columns,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
