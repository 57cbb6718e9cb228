import type { ProductImportId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import { lockImportForUpdate, updateImport } from './import-table.ts'

/** The failure of an import whose organization lost its products meanwhile. */
export const productsOffFailure = 'Products were switched off for this organization before the import ended. Upload the file again.'

const actions = { checking: 'product_import.check', importing: 'product_import.import_rows' } as const

/** Ends an import, unless it is in another state by now or was deleted. Imported rows stay. */
export function failImport(
  ctx: ProjectContext,
  importId: ProductImportId,
  { state, failure }: { state: keyof typeof actions; failure: string },
): Promise<void> {
  const mutation = { action: actions[state], entity: 'product_import', entityId: importId } as const
  const ending = mutate(ctx, mutation, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (locked?.state !== state) fail('NOT_FOUND')
    change.after = { state: 'failed', failure }
    await updateImport(tx, ctx.project.id, importId, { state: 'failed', failure, file: null, finished_at: ctx.now })
  })
  return ignoreDeleted(ending)
}
