import type { IssueRow } from '../../file-imports/index.ts'
import type { ReportRow } from '../reports/to-transactions.ts'

/** The last day that a report may have which was uploaded then: it is already tomorrow in the east. */
export function lastDay(uploadedAt: Date): string {
  return new Date(uploadedAt.getTime() + 86_400_000).toISOString().slice(0, 10)
}

/** The rejected rows. */
export function toIssueRows(rows: readonly ReportRow[]): IssueRow[] {
  return rows
    .filter(({ issues }) => issues.length > 0)
    .map(({ line, cells, issues }) => ({
      line,
      column_names: issues.map(({ column }) => column),
      reasons: issues.map(({ reason }) => reason),
      cells,
    }))
}
