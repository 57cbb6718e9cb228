import { createHash } from 'node:crypto'
import type { ImportedRow } from '../../file-imports/index.ts'
import { createRowParser, type ReportAnswers, type TransactionIdentity } from './parse-row.ts'
import type { Report, ReportTable } from './read-report.ts'
import type { Transaction } from './transaction.ts'

/** A row of a report: a transaction, or the reasons why it is none. Blank rows and totals are no rows. */
export interface ReportRow extends ImportedRow {
  /** Undefined for a rejected row, and for one that a later row of the same file replaces. */
  transaction?: Transaction
}

/**
 * The rows of a report in the order of the file. The same file and answers always lead to the same rows, so an import
 * can continue by their number.
 */
export function toTransactions(report: Report, answers: ReportAnswers): { rows: ReportRow[]; skipped: number } {
  const latestRowByKey = new Map<string, ReportRow>()
  const rows = report.tables.flatMap((table) => readTable(report, table, answers, latestRowByKey))
  return { rows, skipped: report.tables.reduce((sum, table) => sum + table.rows.length, 0) - rows.length }
}

/** Each table is a report of its own: equal rows of one table are transactions each, those of two are the same ones. */
function readTable(report: Report, table: ReportTable, answers: ReportAnswers, latestRowByKey: Map<string, ReportRow>): ReportRow[] {
  const parse = createRowParser(report, table, answers)
  const occurrencesByKey = new Map<string, number>()
  const rows: ReportRow[] = []
  for (const { line, cells } of table.rows) {
    const parsed = parse(cells)
    if (parsed.kind === 'total') continue
    const row: ReportRow = { sheet: table.sheet, line, cells, issues: parsed.kind === 'rejected' ? parsed.issues : [] }
    rows.push(row)
    if (parsed.kind === 'rejected') continue
    const base = toTransactionKey(table, parsed.identity)
    const { sharedAt } = parsed.identity
    const counted = sharedAt === undefined ? base : `${base}@${sharedAt}`
    const occurrence = isReplacing(parsed.identity) ? 1 : (occurrencesByKey.get(counted) ?? 0) + 1
    occurrencesByKey.set(counted, occurrence)
    const transaction = { ...parsed.transaction, key: occurrence === 1 ? base : `${base}#${occurrence}` }
    replaceEarlier(latestRowByKey, row, transaction)
  }
  return rows
}

/**
 * Returns whether rows with the same identity replace each other: a row with the retailer's own id is one state of the
 * transaction. Any other row is a transaction of its own, also when it equals one before. Rows with a shared
 * id that were changed at the same time are transactions of their own, and those of another time are their
 * states, in the same order.
 */
function isReplacing({ id, sharedAt, deltaAt }: TransactionIdentity): boolean {
  return id !== undefined && sharedAt === undefined && deltaAt === undefined
}

function toTransactionKey({ kind: { report, retailer } }: ReportTable, { id, deltaAt, values }: TransactionIdentity): string {
  if (id !== undefined) return [`${retailer}:${id.slice(0, 200)}`, ...(deltaAt === undefined ? [] : [deltaAt])].join('@')
  return `${report}:${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 24)}`
}

/** If two rows are one transaction, the one that was changed later remains, or the lower one if the times are equal. */
function replaceEarlier(latestRowByKey: Map<string, ReportRow>, row: ReportRow, transaction: Transaction): void {
  const earlier = latestRowByKey.get(transaction.key)
  if (earlier?.transaction && (earlier.transaction.versionAt ?? '') > (transaction.versionAt ?? '')) return
  if (earlier) delete earlier.transaction
  row.transaction = transaction
  latestRowByKey.set(transaction.key, row)
}
