import {
  type DeletedProduct,
  type DeletedProductQuery,
  describeActor,
  type ProductId,
  pinnedProductsPerProject,
  productId,
  productsPerProject,
  type RestoredProduct,
  toRestorableSince,
  toRestorableUntil,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, mutate, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import { lockCategoriesForShare } from '../../categories/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { createPageCursor, cursorInstant } from '../../platform/page-cursor.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { lockPageSlugsForUpdate, makeFreeSlugs, selectUsedSlugs, updateTargetsOfProducts } from '../../stores/index.ts'
import { countPinnedProducts, countProducts, lockProductListForUpdate, selectProductsById } from '../product-table.ts'
import { toAuditedProduct, toProduct } from '../to-product.ts'
import { lockDeletedProductsForUpdate, moveToProducts, selectDeletedProducts, selectRestorableProductIds } from './deleted-product-table.ts'

const deletedCursor = createPageCursor('deleted-products', 1, z.object({ deletedAt: cursorInstant, id: productId }))

interface DeletedProductPage {
  products: DeletedProduct[]
  /** Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists the deleted products that can be restored, last deleted first. Throws REQUEST_INVALID if `listDeletedProducts`
 * did not return the cursor, and NOT_FOUND if the organization may not use products.
 */
export async function listDeletedProducts(
  ctx: ProjectContext,
  { search, limit, cursor }: DeletedProductQuery,
): Promise<DeletedProductPage> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const after =
    cursor === undefined ? undefined : (deletedCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const since = toRestorableSince(ctx.now)
  // The query selects one row more than the page has. The extra row shows that there is a next page.
  const rows = await read(ctx, (tx) => selectDeletedProducts(tx, ctx.project.id, { since, search, after, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    products: page.map(({ id, name, image_url, deleted_at, deleted_by }) => ({
      product_id: id,
      name,
      image_url,
      deleted_at: deleted_at.toISOString(),
      deleted_by: deleted_by && describeActor(deleted_by, deleted_by.source),
      restorable_until: toRestorableUntil(deleted_at).toISOString(),
    })),
    nextCursor: rows.length > limit && last ? deletedCursor.encode({ deletedAt: last.deleted_at, id: last.id }) : undefined,
  }
}

/** Returns the given products that can be restored. */
export async function findRestorableProductIds(ctx: ProjectContext, productIds: readonly string[]): Promise<ProductId[]> {
  if (productIds.length === 0) return []
  return read(ctx, (tx) => selectRestorableProductIds(tx, ctx.project.id, productIds, toRestorableSince(ctx.now)))
}

/**
 * Restores deleted products that are not erased, at their earlier place and with the categories and links that still
 * exist. If another page got the slug of a product, the product gets a slug that is derived from its name. If the
 * project has no slot for another pinned product, the product is not pinned. Returns the requested products that exist
 * afterwards, in the given order, so a repeated call returns the same products. Throws PRODUCT_LIMIT_REACHED.
 */
export function restoreProducts({ origins }: OriginDeps, ctx: ProjectContext, productIds: ProductId[]): Promise<RestoredProduct[]> {
  const { project, now } = ctx
  const mutation = { action: 'product.restore', entity: 'product', requires: 'hasProducts', writeCount: productIds.length } as const
  return mutate(ctx, mutation, async (tx, change) => {
    await lockProductListForUpdate(tx, project.id)
    await lockPageSlugsForUpdate(tx, project.id)
    const deleted = await lockDeletedProductsForUpdate(tx, project.id, productIds, toRestorableSince(now))
    const slugs = new Map<string, string>()
    if (deleted.length > 0) {
      if ((await countProducts(tx, project.id)) + deleted.length > productsPerProject) fail('PRODUCT_LIMIT_REACHED')
      await lockCategoriesForShare(tx, project.id, [...new Set(deleted.flatMap(({ category_ids }) => category_ids))])
      for (const [id, slug] of await chooseSlugs(tx, ctx, deleted)) slugs.set(id, slug)
      let slots = pinnedProductsPerProject - (await countPinnedProducts(tx, project.id))
      const rows = deleted.map(({ id, slug, columns, is_pinned }) => ({
        id,
        slug: slugs.get(id) ?? slug,
        columns,
        is_pinned: is_pinned && slots-- > 0,
      }))
      await moveToProducts(tx, ctx, rows)
      const ids = deleted.map(({ id }) => id)
      await updateTargetsOfProducts(tx, project.id, { origins, productIds: ids })
    }
    const rowById = new Map((await selectProductsById(tx, project.id, productIds)).map((row) => [row.id, row]))
    change.after = Object.fromEntries(
      deleted.flatMap(({ id }) => {
        const row = rowById.get(id)
        return row === undefined ? [] : [[id, toAuditedProduct(row)]]
      }),
    )
    const earlierSlugs = new Map(deleted.map(({ id, slug }) => [id, slug]))
    return productIds
      .flatMap((id) => rowById.get(id) ?? [])
      .map((row) => ({
        ...toProduct(row, origins, ctx),
        earlier_slug: slugs.has(row.id) ? (earlierSlugs.get(row.id) ?? null) : null,
      }))
  })
}

type LockedProduct = Awaited<ReturnType<typeof lockDeletedProductsForUpdate>>[number]

/** Returns new slugs for the products whose slug another page got, or whose slug another of these products has too. */
async function chooseSlugs(tx: Tx, { project }: ProjectContext, deleted: readonly LockedProduct[]): Promise<Map<ProductId, string>> {
  const slugs = deleted.map(({ slug }) => slug)
  const used = await selectUsedSlugs(tx, project.id, slugs)
  const renamed = deleted.filter(({ slug }, nth) => used.has(slug) || slugs.indexOf(slug) < nth)
  const pages = renamed.map(({ name }) => ({ kind: 'product', name }) as const)
  const chosen = await makeFreeSlugs(tx, project.id, pages, new Set([...used, ...slugs]))
  return new Map(renamed.map(({ id }, nth) => [id, chosen[nth] ?? id]))
}
