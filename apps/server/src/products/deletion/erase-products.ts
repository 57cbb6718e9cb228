// Erases deleted products 30 days after their deletion. Products are erased earlier if a project has too many deleted
// products, or if an owner asks for it.
import { deletedProductsPerProject, type ProductId, toRestorableSince } from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { eraseDeletedProducts, selectErasable, selectProjectsToErase } from './deleted-product-table.ts'

/** Maximum number of products that one transaction erases. */
const batchSize = 500

/**
 * Erases deleted products now. Returns the ids of the products that were deleted and not erased yet, in the given
 * order. Each id counts towards the rate limit of writes.
 */
export function eraseProducts(ctx: ProjectContext, productIds: ProductId[]): Promise<ProductId[]> {
  const mutation = { action: 'product.erase', entity: 'product', requires: 'hasProducts', writeCount: productIds.length } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const erased = await eraseDeletedProducts(tx, ctx.project.id, productIds)
    change.before = toAuditedNames(erased)
    const ids = new Set(erased.map(({ id }) => id))
    return productIds.filter((id) => ids.has(id))
  })
}

export const eraseProductsTask = 'erase-products'

/**
 * The hourly job that erases the products of all projects that can no longer be restored. The products that were
 * deleted first are erased first. `deps.db` must use the database account of the jobs process.
 */
export async function eraseExpiredProducts(deps: CoreDeps): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: eraseProductsTask }, source: 'job' })
  const until = toRestorableSince(job.now)
  for (const { organization_id, project_id } of await selectProjectsToErase(deps.db, until, deletedProductsPerProject)) {
    const ctx = await findSystemContext(job, organization_id, project_id)
    if (ctx !== undefined) await eraseOldestProducts(ctx, until)
  }
}

async function eraseOldestProducts(ctx: ProjectContext, until: Date): Promise<void> {
  const { project } = ctx
  for (;;) {
    const ids = await read(ctx, (tx) => selectErasable(tx, project.id, { until, keep: deletedProductsPerProject, limit: batchSize }))
    if (ids.length === 0) return
    const erasing = mutate(ctx, { action: 'product.erase', entity: 'product' }, async (tx, change) => {
      const erased = await eraseDeletedProducts(tx, project.id, ids)
      // Every product was restored or erased in the meantime.
      if (erased.length === 0) fail('NOT_FOUND')
      change.before = toAuditedNames(erased)
    })
    await ignoreDeleted(erasing)
  }
}

function toAuditedNames(erased: readonly { id: ProductId; name: string }[]): object {
  return Object.fromEntries(erased.map(({ id, name }) => [id, { name }]))
}
