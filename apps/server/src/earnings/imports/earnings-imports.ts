import {
  type EarningsImport,
  type EarningsImportStart,
  earningsImportMessages,
  unstartedEarningsImportsPerProject,
} from '@linkshelf/contract'
import { fail, projectCall, read } from '../../access/index.ts'
import {
  createImport,
  deleteImport,
  getImport,
  getImportReport,
  type ImportKind,
  listImportIssues,
  listImports,
  startImport,
  toFileImport,
  toIssueRows,
} from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueMatching } from '../matching/match-earnings.ts'
import { countKnownTransactions, deleteTransactionsOfImport, insertTransactions, lockEarningsForUpdate } from '../records/earning-table.ts'
import type { ReportRow } from '../reports/to-transactions.ts'
import {
  listTransactions,
  noSummary,
  parser,
  type ReportChoices,
  type ReportFile,
  type ReportSettings,
  type ReportSummary,
  summarizeReport,
} from './report-file.ts'

const noCounts = { added: 0, known: 0, rejected: 0 }

/** Imports retailers' earnings reports. If an import is deleted, its transactions are removed again. */
export const earningsImports: ImportKind<{
  file: ReportFile
  settings: ReportSettings
  input: EarningsImportStart
  details: ReportSummary
  choices: ReportChoices
  counts: typeof noCounts
  result: EarningsImport
}> = {
  kind: 'earnings',
  entity: 'earnings_import',
  notFound: 'EARNINGS_IMPORT_NOT_FOUND',
  notReady: 'EARNINGS_IMPORT_NOT_READY',
  tasks: { check: 'check-earnings-import', run: 'import-earnings' },
  defaultFileName: 'report.csv',
  maxStored: unstartedEarningsImportsPerProject,
  keepsDone: { deleteReport: 'earnings_import.delete_report' },
  batchRows: 2_000,
  noCounts,

  parser,
  toSettings: ({ created_at, choices }) => ({ uploadedAt: created_at, choices }),

  async plan(_deps, ctx, file) {
    const keys = listTransactions(file.rows).map(({ key }) => key)
    const known = await read(ctx, (tx) => countKnownTransactions(tx, ctx.project.id, keys))
    return { ...toEffects(file.rows, known), details: summarizeReport(file) }
  },

  // Returns the date order and the currency for the import. The file's date order takes precedence over the owner's
  // answer, but the owner's currency takes precedence over the file's. Throws REQUEST_INVALID if a required answer is
  // missing.
  async start(_tx, _ctx, { row: { details }, input }) {
    const { date_order: ownOrder, currency: ownCurrency, questions } = details ?? noSummary
    const dateOrder = ownOrder ?? input.date_order ?? failField('date_order', earningsImportMessages.dateOrderRequired)
    const currency = input.currency ?? ownCurrency
    if (questions.includes('currency') && currency === null) failField('currency', earningsImportMessages.currencyRequired)
    return { date_order: dateOrder, currency }
  },

  async write(tx, { ids }, ctx, { before: { id, created_at }, rows }) {
    await lockEarningsForUpdate(tx, ctx.project.id)
    const transactions = listTransactions(rows)
    const keys = transactions.map(({ key }) => key)
    const known = await countKnownTransactions(tx, ctx.project.id, keys)
    await insertTransactions(tx, ids, ctx, { importId: id, recordedAt: created_at }, transactions)
    if (transactions.length > 0) await enqueueMatching(tx, ctx)
    return toEffects(rows, known)
  },

  async removeData(tx, ctx, importId) {
    await lockEarningsForUpdate(tx, ctx.project.id)
    await deleteTransactionsOfImport(tx, ctx.project.id, importId)
    // Transactions that become current again are matched now. They may never have been matched, because matching skips
    // transactions that are not current.
    await enqueueMatching(tx, ctx)
  },

  toResult(row) {
    return { ...toFileImport(row), ...noSummary, ...row.details, ...row.choices, ...row.counts }
  },
}

function toEffects(rows: readonly ReportRow[], known: number) {
  const issues = toIssueRows(rows)
  return { counts: { added: listTransactions(rows).length - known, known, rejected: issues.length }, issues }
}

function failField(path: 'date_order' | 'currency', message: string): never {
  fail('REQUEST_INVALID', { issues: [{ path, message }] }, message)
}

const calls = projectCall.earningsImports

export function earningsImportRoutes(deps: Deps) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(earningsImports, deps, context.ctx, input.body.file)),
    list: calls.list.handler(({ context }) => listImports(earningsImports, context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(earningsImports, context.ctx, input.params.earningsImportId)),
    start: calls.start.handler(({ context, input }) =>
      startImport(earningsImports, context.ctx, { importId: input.params.earningsImportId, input: input.body }),
    ),
    issues: calls.issues.handler(async ({ context, input }) => {
      const page = await listImportIssues(earningsImports, context.ctx, { importId: input.params.earningsImportId, ...input.query })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.issues }
    }),
    report: calls.report.handler(({ context, input }) =>
      getImportReport(earningsImports, deps, context.ctx, input.params.earningsImportId),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteImport(earningsImports, context.ctx, input.params.earningsImportId)),
  }
}
