import { createHash } from 'node:crypto'
import type { ImportedRow } from '../../file-imports/index.ts'
import { createRowParser, type ReportAnswers, type TransactionIdentity } from './parse-row.ts'
import type { Report, ReportTable } from './read-report.ts'
import type { Transaction } from './transaction.ts'

/** A row of a report: a transaction, or a rejected row with the reasons. Blank rows and totals are omitted. */
export interface ReportRow extends ImportedRow {
  /** Undefined if the row is rejected, or if a later row in the file replaces it. */
  transaction?: Transaction
}

/**
 * Returns the report's rows in the order of the file. The same file and answers always give the same rows, so that an
 * import can resume at a row number.
 */
export function toTransactions(report: Report, answers: ReportAnswers): { rows: ReportRow[]; skipped: number } {
  const latestRowByKey = new Map<string, ReportRow>()
  const rows = report.tables.flatMap((table) => readTable(report, table, answers, latestRowByKey))
  return { rows, skipped: report.tables.reduce((sum, table) => sum + table.rows.length, 0) - rows.length }
}

/**
 * Returns the rows of one table. Equal rows in one table are different transactions, but equal rows in two tables are
 * the same transaction.
 */
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
 * Returns whether a row replaces an earlier row with the same identity. A row with the retailer's own id is a state of
 * its transaction, so a later state replaces it. Rows without an id are different transactions, even if they are equal.
 * If several transactions share an id, rows with the same time of change are different transactions. Rows with another
 * time are later states of these transactions, in the same order.
 */
function isReplacing({ id, sharedAt, deltaAt }: TransactionIdentity): boolean {
  return id !== undefined && sharedAt === undefined && deltaAt === undefined
}

function toTransactionKey({ kind: { report, retailer } }: ReportTable, { id, deltaAt, values }: TransactionIdentity): string {
  if (id !== undefined) return [`${retailer}:${id.slice(0, 200)}`, ...(deltaAt === undefined ? [] : [deltaAt])].join('@')
  return `${report}:${createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 24)}`
}

/**
 * Stores the transaction in its row. If an earlier row is the same transaction, only the row that was changed later
 * keeps it. If the times are equal, the lower row keeps it.
 */
function replaceEarlier(latestRowByKey: Map<string, ReportRow>, row: ReportRow, transaction: Transaction): void {
  const earlier = latestRowByKey.get(transaction.key)
  if (earlier?.transaction && (earlier.transaction.versionAt ?? '') > (transaction.versionAt ?? '')) return
  if (earlier) delete earlier.transaction
  row.transaction = transaction
  latestRowByKey.set(transaction.key, row)
}
