import type { IssueRow } from '../../../file-imports/index.ts'
import { noCounts } from '../import-table.ts'
import type { PlannedRow } from './plan-rows.ts'

/** Returns the counts of an import for these planned rows. */
export function countRows(rows: readonly PlannedRow[]): typeof noCounts {
  const counts = { ...noCounts }
  for (const { outcome, issues, newTargets, targetsOverLimit } of rows) {
    counts.processed_count += 1
    if (outcome === 'create') counts.created_count += 1
    else if (outcome === 'update') counts.updated_count += 1
    else counts.rejected_count += 1
    if (outcome !== 'reject' && issues.length > 0) counts.incomplete_count += 1
    counts.link_count += newTargets.length
    counts.links_over_limit_count += targetsOverLimit
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
