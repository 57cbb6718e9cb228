import { type LinkImport, type LinkImportId, linkImportsPerProject } from '@linkshelf/contract'
import { mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueImportJob, readUpload } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { checkLinkImportTask } from './check-import.ts'
import { deleteImportRow, insertImport, lockImportListForUpdate, selectImports, selectUnfinishedImport } from './import-table.ts'
import { toLinkImport } from './to-link-import.ts'

/**
 * Stores a file, and checks it in a job. Returns the present import of the same file if there is
 * one that has not ended.
 */
export async function createImport({ ids }: Pick<Deps, 'ids'>, ctx: ProjectContext, upload: File): Promise<LinkImport> {
  const { project } = ctx
  const uploaded = await readUpload(upload, 'links.csv')
  return mutate(ctx, { action: 'link_import.create', entity: 'link_import' }, async (tx, change) => {
    await lockImportListForUpdate(tx, project.id)
    const present = await selectUnfinishedImport(tx, project.id, uploaded.file_hash)
    const row = present ?? (await insertImport(tx, ctx, { ...uploaded, id: ids.next<LinkImportId>(), created_at: ctx.now }))
    if (present === undefined) {
      await deleteOldImports(tx, ctx)
      await enqueueImportJob(tx, checkLinkImportTask, ctx, row.id)
    }
    Object.assign(change, { entityId: row.id, after: { file_name: row.file_name, file_hash: uploaded.file_hash } })
    return toLinkImport(row)
  })
}

/** Deletes the imports beyond the limit, oldest first, except running ones. */
async function deleteOldImports(tx: Tx, { project }: ProjectContext): Promise<void> {
  const imports = await selectImports(tx, project.id)
  for (const old of imports.slice(linkImportsPerProject)) if (old.state !== 'importing') await deleteImportRow(tx, project.id, old.id)
}
