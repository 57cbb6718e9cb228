import type { LinkImport, LinkImportId } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext, spendScarce } from '../../access/index.ts'
import { enqueueImportJob } from '../../file-imports/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { importLinkFileTask } from './import-link-file.ts'
import { type ImportRow, importIssues, lockImportForUpdate, noCounts, updateImport } from './import-table.ts'
import { toLinkImport } from './to-link-import.ts'

/**
 * Imports a checked file in a job. One that is running continues, in a new job in case its own has failed for good; one
 * that is done stays so. The short names that it may choose are charged to the budget now: the job has no actor who
 * could be asked to wait. Throws LINK_IMPORT_NOT_FOUND, LINK_IMPORT_NOT_READY for a file that is not checked or can't
 * be imported, and TOO_MANY_REQUESTS.
 */
export function startImport(
  ctx: ProjectContext,
  { importId, replacesSlugs }: { importId: LinkImportId; replacesSlugs: boolean },
): Promise<LinkImport> {
  const { project } = ctx
  return mutate(ctx, { action: 'link_import.start', entity: 'link_import', entityId: importId }, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, project.id, importId)) ?? fail('LINK_IMPORT_NOT_FOUND')
    if (present.state === 'checking' || present.state === 'failed') fail('LINK_IMPORT_NOT_READY')
    if (present.state === 'done') return toLinkImport(present)

    const row = present.state === 'ready' ? await start(tx, ctx, present, replacesSlugs) : present
    await enqueueImportJob(tx, importLinkFileTask, ctx, importId)
    change.after = { file_name: row.file_name, replace_slugs: row.replaces_slugs }
    return toLinkImport(row)
  })
}

async function start(tx: Tx, ctx: ProjectContext, present: ImportRow, replacesSlugs: boolean): Promise<ImportRow> {
  const slugCount = Math.min(present.slug_count, ctx.entitlements.linksPerProject)
  await spendScarce(tx, ctx, 'chosenSlugs', slugCount)
  await importIssues.deleteAll(tx, ctx.project.id, present.id)
  const started = { state: 'importing' as const, replaces_slugs: replacesSlugs, slug_count: slugCount, ...noCounts }
  return updateImport(tx, ctx.project.id, present.id, started)
}
