import type { ProductImport, ProductImportId } from '@linkshelf/contract'
import { fail, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { selectImport, selectImports } from './import-table.ts'
import { toProductImport } from './to-product-import.ts'

/** Latest first. Throws NOT_FOUND without products. */
export async function listImports(ctx: ProjectContext): Promise<ProductImport[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  return (await read(ctx, (tx) => selectImports(tx, ctx.project.id))).map(toProductImport)
}

/** Throws PRODUCT_IMPORT_NOT_FOUND, and NOT_FOUND without products. */
export async function getImport(ctx: ProjectContext, importId: ProductImportId): Promise<ProductImport> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const row = await read(ctx, (tx) => selectImport(tx, ctx.project.id, importId))
  return row ? toProductImport(row) : fail('PRODUCT_IMPORT_NOT_FOUND')
}
