import { type ProductImportId, productImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import { openImportJob, runBatches } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { failImport, productsOffFailure } from './fail-import.ts'
import { type ImportRow, importIssues, lockImportForUpdate, selectImportFile, updateImport } from './import-table.ts'
import { importRows } from './rows/import-rows.ts'
import type { ParsedRow } from './rows/parse-row.ts'
import type { PlannedRow } from './rows/plan-rows.ts'
import { readProductFile } from './rows/read-product-file.ts'
import { countRows, toIssueRows } from './rows/row-results.ts'

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>

/** Rows of one transaction: it locks the lists of products and categories, so owners wait for it. */
const defaultBatchRows = 500

/**
 * The background job: imports the rows of a file, batch by batch. Each batch stores its products and how far the
 * import is in one transaction, so a job that is killed at any moment resumes behind the last whole batch. Stops when
 * the import was deleted.
 */
export async function importProducts(deps: ImportDeps, payload: unknown, batchRows = defaultBatchRows): Promise<void> {
  const job = await openImportJob(deps, { task: 'import-products', payload, importId: productImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  if (!ctx.entitlements.hasProducts) return failImport(ctx, importId, { state: 'importing', failure: productsOffFailure })
  const uploaded = await read(ctx, (tx) => selectImportFile(tx, ctx.project.id, importId))
  if (!uploaded) return

  const file = await readProductFile(uploaded)
  if (typeof file === 'string') throw new Error('A file that was checked can not be read')
  await runBatches(() => importBatch(deps, ctx, { importId, rows: file.rows, batchRows }))
}

interface Batch {
  importId: ProductImportId
  /** The rows of the whole file. */
  rows: ParsedRow[]
  batchRows: number
}

/** Throws NOT_FOUND for an import that was deleted or is done. */
function importBatch(deps: ImportDeps, ctx: ProjectContext, { importId, rows, batchRows }: Batch): Promise<ImportRow> {
  const mutation = { action: 'product_import.import_rows', entity: 'product_import', entityId: importId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (before?.state !== 'importing') fail('NOT_FOUND')

    const batch = rows.slice(before.processed_count, before.processed_count + batchRows)
    const { planned, written } = await importRows(tx, deps, ctx, batch, { createsCategories: before.creates_categories })
    await importIssues.insert(tx, ctx, importId, toIssueRows(planned))

    const after = addCounts(before, planned)
    const isDone = after.processed_count >= rows.length
    change.after = { lines: [batch.at(0)?.line, batch.at(-1)?.line], ...written }
    return updateImport(tx, ctx.project.id, importId, {
      ...after,
      ...(isDone && { state: 'done' as const, file: null, finished_at: deps.clock.now() }),
    })
  })
}

function addCounts(before: ImportRow, planned: PlannedRow[]): ReturnType<typeof countRows> {
  const counts = countRows(planned)
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += before[name]
  return counts
}
