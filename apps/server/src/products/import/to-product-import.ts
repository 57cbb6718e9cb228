import type { ProductImport } from '@linkshelf/contract'
import type { ImportRow } from './import-table.ts'

export function toProductImport(row: ImportRow): ProductImport {
  return {
    import_id: row.id,
    file_name: row.file_name,
    state: row.state,
    failure: row.failure,
    rows: row.row_count,
    processed: row.processed_count,
    created: row.created_count,
    updated: row.updated_count,
    rejected: row.rejected_count,
    incomplete: row.incomplete_count,
    links: row.link_count,
    links_over_limit: row.links_over_limit_count,
    missing_categories: row.missing_categories,
    ignored_columns: row.ignored_columns,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
