import { type EarningsImportId, earningsImportId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { openImportJob } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { countKnown } from '../records/earning-table.ts'
import { readReport } from '../reports/read-report.ts'
import { checkEarningsImportTask } from './create-import.ts'
import { type ImportValues, importIssues, lockImportForUpdate, selectImport, selectImportFile, updateImport } from './import-table.ts'
import { lastDay, toIssueRows } from './report-rows.ts'
import { type UnderstoodReport, understandReport } from './understand-report.ts'

/**
 * The background job: stores what was understood of a report. Does nothing for an import that was
 * checked already, or deleted.
 */
export async function checkEarningsImport(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const job = await openImportJob(deps, { task: checkEarningsImportTask, payload, importId: earningsImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  const [row, file] = await read(ctx, async (tx) => [
    await selectImport(tx, ctx.project.id, importId),
    await selectImportFile(tx, ctx.project.id, importId),
  ])
  if (row?.state !== 'checking' || !file) return

  const report = await readReport(file, lastDay(row.created_at))
  if (typeof report === 'string') {
    await ignoreDeleted(storeCheck(ctx, importId, { state: 'failed', failure: report, file: null, finished_at: ctx.now }))
    return
  }
  const understood = understandReport(report)
  const keys = understood.transactions.map(({ key }) => key)
  const known = await read(ctx, (tx) => countKnown(tx, ctx.project.id, keys))
  await ignoreDeleted(
    storeCheck(ctx, importId, { header: report.header, ...toValues(understood, known) }, async (tx) => {
      await importIssues.deleteAll(tx, ctx.project.id, importId)
      await importIssues.insert(tx, ctx, importId, toIssueRows(understood.rows))
    }),
  )
}

function toValues({ understood, rows, transactions, dateOrder, currency }: UnderstoodReport, known: number): ImportValues {
  return {
    state: 'ready',
    understood,
    date_order: dateOrder,
    currency,
    row_count: rows.length,
    added_count: transactions.length - known,
    known_count: known,
    rejected_count: rows.filter(({ issues }) => issues.length > 0).length,
  }
}

function storeCheck(
  ctx: ProjectContext,
  importId: EarningsImportId,
  values: ImportValues,
  work?: (tx: Tx) => Promise<void>,
): Promise<void> {
  return mutate(ctx, { action: 'earnings_import.check', entity: 'earnings_import', entityId: importId }, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (locked?.state !== 'checking') fail('NOT_FOUND')
    await work?.(tx)
    await updateImport(tx, ctx.project.id, importId, values)
    const { header, understood, file, ...after } = values
    change.after = { name: locked.file_name, ...after }
  })
}
