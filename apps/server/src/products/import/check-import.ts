import { categoriesPerProject, type ProductImportId, productImportId, productsPerProject } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import { selectCategories } from '../../categories/index.ts'
import { openImportJob } from '../../file-imports/index.ts'
import { isAllowedDestination, selectRemainingLinks } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { countProducts } from '../product-table.ts'
import { failImport, productsOffFailure } from './fail-import.ts'
import { type ImportValues, importIssues, lockImportForUpdate, selectImport, selectImportFile, updateImport } from './import-table.ts'
import { type ImportRoom, planRows } from './rows/plan-rows.ts'
import { type ProductFile, readProductFile } from './rows/read-product-file.ts'
import { countRows, toIssueRows } from './rows/row-results.ts'
import { selectUpdatedProducts } from './updated-product-table.ts'

/** A project can have no more categories than these. */
const listedCategories = categoriesPerProject

/**
 * The background job: stores what an import of the file would do. Does nothing for an import that was
 * checked already, or deleted.
 */
export async function checkImport(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>, payload: unknown): Promise<void> {
  const job = await openImportJob(deps, { task: 'check-product-import', payload, importId: productImportId })
  if (job === undefined) return
  const { ctx, importId } = job
  if (!ctx.entitlements.hasProducts) return failImport(ctx, importId, { state: 'checking', failure: productsOffFailure })
  const uploaded = await read(ctx, async (tx) => ({
    row: await selectImport(tx, ctx.project.id, importId),
    file: await selectImportFile(tx, ctx.project.id, importId),
  }))
  if (uploaded.row?.state !== 'checking' || !uploaded.file) return

  const file = await readProductFile(uploaded.file)
  if (typeof file === 'string') return failImport(ctx, importId, { state: 'checking', failure: file })
  const room = await read(ctx, (tx) => selectRoom(tx, deps, ctx, file))
  await ignoreDeleted(storeForecast(ctx, importId, file, room))
}

/** Returns how much more the project may have now. Another write may use it before the import does. */
async function selectRoom(tx: Tx, { origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, file: ProductFile): Promise<ImportRoom> {
  const categories = await selectCategories(tx, ctx.project.id)
  return {
    updatedProducts: await selectUpdatedProducts(
      tx,
      ctx.project.id,
      file.rows.flatMap((row) => row.productId ?? []),
    ),
    categoryNames: new Set(categories.map((category) => category.name.toLowerCase())),
    products: productsPerProject - (await countProducts(tx, ctx.project.id)),
    categories: categoriesPerProject - categories.length,
    links: await selectRemainingLinks(tx, ctx),
    createsCategories: false,
    isAllowedTarget: (target) => isAllowedDestination(target, origins),
  }
}

function storeForecast(ctx: ProjectContext, importId: ProductImportId, file: ProductFile, room: ImportRoom): Promise<void> {
  const planned = planRows(file.rows, room)
  const missing = new Map(planned.flatMap((row) => row.missingCategories).map((name) => [name.toLowerCase(), name]))
  const values: ImportValues = {
    state: 'ready',
    header: file.header,
    ignored_columns: file.ignoredColumns,
    missing_categories: [...missing.values()].slice(0, listedCategories),
    row_count: file.rows.length,
    ...countRows(planned),
  }
  const mutation = { action: 'product_import.check', entity: 'product_import', entityId: importId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.project.id, importId)
    if (locked?.state !== 'checking') fail('NOT_FOUND')
    await importIssues.deleteAll(tx, ctx.project.id, importId)
    await importIssues.insert(tx, ctx, importId, toIssueRows(planned))
    const { header, ignored_columns, missing_categories, ...after } = values
    await updateImport(tx, ctx.project.id, importId, values)
    change.after = after
  })
}
