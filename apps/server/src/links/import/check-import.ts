import { type LinkImportId, linkImportId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { openImportJob } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ImportValues, importIssues, lockImportForUpdate, selectImport, selectImportFile, updateImport } from './import-table.ts'
import { selectRoom } from './rows/import-room.ts'
import { planRows } from './rows/plan-rows.ts'
import { type LinkFile, readLinkFile } from './rows/read-link-file.ts'
import { countRows, toIssueRows } from './rows/row-results.ts'

export const checkLinkImportTask = 'check-link-import'

/**
 * The background job: stores what an import of the file would do. Does nothing for an import that was
 * checked already, or deleted.
 */
export async function checkLinkImport(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>, payload: unknown): Promise<void> {
  const job = await openImportJob(deps, { task: checkLinkImportTask, payload, importId: linkImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  const uploaded = await read(ctx, async (tx) => ({
    row: await selectImport(tx, ctx.project.id, importId),
    file: await selectImportFile(tx, ctx.project.id, importId),
  }))
  if (uploaded.row?.state !== 'checking' || !uploaded.file) return

  const file = await readLinkFile(uploaded.file, ctx.now)
  await ignoreDeleted(typeof file === 'string' ? storeFailure(ctx, importId, file) : storeForecast(deps, ctx, importId, file))
}

function storeFailure(ctx: ProjectContext, importId: LinkImportId, failure: string): Promise<void> {
  return storeResult(ctx, importId, {
    values: { state: 'failed', failure, file: null, finished_at: ctx.now },
    after: { state: 'failed', failure },
  })
}

async function storeForecast(
  { origins }: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  importId: LinkImportId,
  file: LinkFile,
): Promise<void> {
  const room = await read(ctx, (tx) => selectRoom(tx, { origins }, ctx, file.rows))
  const planned = planRows(file.rows, { ...room, slugs: Number.POSITIVE_INFINITY, replacesSlugs: false })
  const counts = { row_count: file.rows.length, ...countRows(planned) }
  // The count includes rows beyond the plan's present limit, since the plan may have changed when the import runs.
  const slug_count = planned.filter(
    ({ row, outcome, isOverLimit }) => row.slug !== undefined && (outcome === 'create' || isOverLimit),
  ).length
  const lists = { header: file.header, ignored_columns: file.ignoredColumns }
  await storeResult(ctx, importId, {
    values: { state: 'ready', ...lists, ...counts, slug_count },
    after: { state: 'ready', ...counts },
    issues: toIssueRows(planned),
  })
}

interface Result {
  values: ImportValues
  /** The result in the audit log. */
  after: object
  issues?: ReturnType<typeof toIssueRows>
}

/** Throws NOT_FOUND for an import that was checked meanwhile, or deleted. */
function storeResult(ctx: ProjectContext, importId: LinkImportId, { values, after, issues = [] }: Result): Promise<void> {
  return mutate(ctx, { action: 'link_import.check', entity: 'link_import', entityId: importId }, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (locked?.state !== 'checking') fail('NOT_FOUND')
    await importIssues.insert(tx, ctx, importId, issues)
    await updateImport(tx, ctx.project.id, importId, values)
    change.after = after
  })
}
