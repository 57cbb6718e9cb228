import type { IssueRow } from '../../../file-imports/index.ts'
import { noCounts } from '../import-table.ts'
import type { PlannedRow } from './plan-rows.ts'

/** Returns the counts of an import for these planned rows. */
export function countRows(rows: readonly PlannedRow[]): typeof noCounts {
  const counts = { ...noCounts }
  for (const { outcome, issues, hasUnusableSlug, isOverLimit } of rows) {
    counts.processed_count += 1
    if (outcome === 'create') counts.created_count += 1
    else if (outcome === 'skip') counts.skipped_count += 1
    else counts.rejected_count += 1
    if (outcome === 'create' && issues.length > 0) counts.incomplete_count += 1
    if (hasUnusableSlug) counts.unusable_slug_count += 1
    if (isOverLimit) counts.over_limit_count += 1
  }
  return counts
}

/** The rows that have issues, as the report says them. */
export function toIssueRows(rows: readonly PlannedRow[]): IssueRow[] {
  return rows
    .filter(({ issues }) => issues.length > 0)
    .map(({ row, issues }) => ({
      line: row.line,
      column_names: issues.map((issue) => issue.column),
      reasons: issues.map((issue) => issue.reason),
      cells: row.cells,
    }))
}
