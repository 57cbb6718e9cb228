import { type EarningsImportId, earningsImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import { openImportJob, runBatches } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueMatching } from '../matching/match-earnings.ts'
import { countKnown, insertTransactions, lockEarningsForUpdate } from '../records/earning-table.ts'
import { readReport } from '../reports/read-report.ts'
import { type ReportRow, toTransactions } from '../reports/to-transactions.ts'
import { type ImportRow, importIssues, lockImportForUpdate, selectImport, selectImportFile, updateImport } from './import-table.ts'
import { lastDay, toIssueRows } from './report-rows.ts'
import { importEarningsTask } from './start-import.ts'

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/** Rows of one transaction: other writes of earnings wait for it. */
const defaultBatchRows = 2_000

/** The background job: imports the transactions of a report, batch by batch. */
export async function importEarnings(deps: ImportDeps, payload: unknown, batchRows = defaultBatchRows): Promise<void> {
  const job = await openImportJob(deps, { task: importEarningsTask, payload, importId: earningsImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  const [row, file] = await read(ctx, async (tx) => [
    await selectImport(tx, ctx.project.id, importId),
    await selectImportFile(tx, ctx.project.id, importId),
  ])
  if (row?.state !== 'importing' || !file) return

  const report = await readReport(file, lastDay(row.created_at))
  if (typeof report === 'string') throw new Error('A report that was checked can not be read')
  const { rows } = toTransactions(report, { dateOrder: row.date_order ?? 'day_first', currency: row.currency ?? 'USD' })
  await runBatches(() => importBatch(deps, ctx, { importId, rows, batchRows }))
}

interface Batch {
  importId: EarningsImportId
  /** The rows of the whole file. */
  rows: ReportRow[]
  batchRows: number
}

/** Throws NOT_FOUND for an import that was undone or is done. */
function importBatch(deps: ImportDeps, ctx: ProjectContext, { importId, rows, batchRows }: Batch): Promise<ImportRow> {
  const { project } = ctx
  return mutate(ctx, { action: 'earnings_import.import_rows', entity: 'earnings_import', entityId: importId }, async (tx, change) => {
    const before = await lockImportForUpdate(tx, project.id, importId)
    if (before?.state !== 'importing') fail('NOT_FOUND')
    await lockEarningsForUpdate(tx, project.id)

    const batch = rows.slice(before.processed_count, before.processed_count + batchRows)
    const transactions = batch.flatMap(({ transaction }) => transaction ?? [])
    const known = await countKnown(
      tx,
      project.id,
      transactions.map(({ key }) => key),
    )
    await insertTransactions(tx, deps.ids, ctx, { importId, recordedAt: before.created_at }, transactions)
    if (transactions.length > 0) await enqueueMatching(tx, ctx)
    const issues = toIssueRows(batch)
    await importIssues.insert(tx, ctx, importId, issues)

    const processed = before.processed_count + batch.length
    const isDone = processed >= rows.length
    change.after = { lines: [batch.at(0)?.line, batch.at(-1)?.line], added: transactions.length - known, known }
    return updateImport(tx, project.id, importId, {
      processed_count: processed,
      added_count: before.added_count + transactions.length - known,
      known_count: before.known_count + known,
      rejected_count: before.rejected_count + issues.length,
      ...(isDone && { state: 'done' as const, file: null, finished_at: deps.clock.now() }),
    })
  })
}
