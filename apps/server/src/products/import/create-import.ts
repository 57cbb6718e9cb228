import { type ProductImport, type ProductImportId, productImportsPerProject } from '@linkshelf/contract'
import { mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueImportJob, readUpload } from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { deleteImportRow, insertImport, lockImportListForUpdate, selectImports, selectUnfinishedImport } from './import-table.ts'
import { toProductImport } from './to-product-import.ts'

/**
 * Stores a file, and checks it in a job. Returns the present import of the same file if there is
 * one that has not ended.
 */
export async function createImport({ ids }: Pick<Deps, 'ids'>, ctx: ProjectContext, upload: File): Promise<ProductImport> {
  const { project } = ctx
  const uploaded = await readUpload(upload, 'products.csv')
  const mutation = { action: 'product_import.create', entity: 'product_import', requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    await lockImportListForUpdate(tx, project.id)
    const present = await selectUnfinishedImport(tx, project.id, uploaded.file_hash)
    const values = { ...uploaded, id: ids.next<ProductImportId>(), created_at: ctx.now }
    const row = present ?? (await insertImport(tx, ctx, values))
    if (present === undefined) {
      await deleteOldImports(tx, ctx)
      await enqueueImportJob(tx, 'check-product-import', ctx, row.id)
    }
    Object.assign(change, { entityId: row.id, after: { file_name: row.file_name, file_hash: uploaded.file_hash } })
    return toProductImport(row)
  })
}

/** Deletes the imports beyond the limit, oldest first, except running ones. */
async function deleteOldImports(tx: Tx, { project }: ProjectContext): Promise<void> {
  const imports = await selectImports(tx, project.id)
  for (const old of imports.slice(productImportsPerProject)) if (old.state !== 'importing') await deleteImportRow(tx, project.id, old.id)
}
