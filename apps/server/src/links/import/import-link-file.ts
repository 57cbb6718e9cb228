import { type LinkImportId, linkImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import { openImportJob, runBatches } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ImportRow, importIssues, lockImportForUpdate, selectImportFile, updateImport } from './import-table.ts'
import { importRows } from './rows/import-rows.ts'
import type { ParsedRow } from './rows/parse-row.ts'
import type { PlannedRow } from './rows/plan-rows.ts'
import { readLinkFile } from './rows/read-link-file.ts'
import { countRows, toIssueRows } from './rows/row-results.ts'

export const importLinkFileTask = 'import-links'

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>

/** Rows of one transaction: it locks the labels and the link allowance of the project, so owners wait for it. */
const defaultBatchRows = 500

/**
 * The background job: imports the rows of a file, batch by batch. Each batch stores its links and how far the
 * import is in one transaction, so a job that is killed at any moment resumes behind the last whole batch. Stops
 * when the import was deleted.
 */
export async function importLinkFile(deps: ImportDeps, payload: unknown, batchRows = defaultBatchRows): Promise<void> {
  const job = await openImportJob(deps, { task: importLinkFileTask, payload, importId: linkImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  const uploaded = await read(ctx, (tx) => selectImportFile(tx, ctx.project.id, importId))
  if (!uploaded) return

  const file = await readLinkFile(uploaded, ctx.now)
  if (typeof file === 'string') throw new Error('A file that was checked can not be read')
  await runBatches(() => importBatch(deps, ctx, { importId, rows: file.rows, batchRows }))
}

interface Batch {
  importId: LinkImportId
  /** The rows of the whole file. */
  rows: ParsedRow[]
  batchRows: number
}

/** Throws NOT_FOUND for an import that was deleted or is done. */
function importBatch(deps: ImportDeps, ctx: ProjectContext, { importId, rows, batchRows }: Batch): Promise<ImportRow> {
  return mutate(ctx, { action: 'link_import.import_rows', entity: 'link_import', entityId: importId }, async (tx, change) => {
    const before = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (before?.state !== 'importing') fail('NOT_FOUND')

    const batch = rows.slice(before.processed_count, before.processed_count + batchRows)
    const { planned, created } = await importRows(tx, deps, ctx, batch, { slugs: before.slug_count, replacesSlugs: before.replaces_slugs })
    await importIssues.insert(tx, ctx, importId, toIssueRows(planned))

    const after = addCounts(before, planned)
    const isDone = after.processed_count >= rows.length
    // The entry lists links by id, so that it is among the changes of each.
    change.after = Object.fromEntries(created.map(({ id, line }) => [id, { file_name: before.file_name, line }]))
    return updateImport(tx, ctx.project.id, importId, {
      ...after,
      slug_count: before.slug_count - planned.filter(({ outcome, slug }) => outcome === 'create' && slug !== undefined).length,
      ...(isDone && { state: 'done' as const, file: null, finished_at: deps.clock.now() }),
    })
  })
}

function addCounts(before: ImportRow, planned: PlannedRow[]): ReturnType<typeof countRows> {
  const counts = countRows(planned)
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += before[name]
  return counts
}
