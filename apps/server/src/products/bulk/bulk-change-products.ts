import type { CategoryId, ProductBulkAction, ProductId, ProductsBulkChange } from '@linkshelf/contract'
import { type Change, fail, mutate, type ProjectContext } from '../../access/index.ts'
import { lockCategoriesForShare } from '../../categories/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { moveToDeletedProducts } from '../deletion/deleted-product-table.ts'
import { type ProductRow, selectProductsById } from '../product-table.ts'
import { toAuditedProduct } from '../to-product.ts'
import {
  deleteProductCategories,
  insertProductCategories,
  lockProductsForUpdate,
  selectOvercategorized,
  updateProductVisibility,
} from './bulk-product-table.ts'

/**
 * Applies one change to all given products, or to none if it throws. A second call with the same change changes
 * nothing. Returns the ids of the changed products; a deletion omits products that no longer exist. Throws
 * PRODUCT_NOT_FOUND, CATEGORY_NOT_FOUND and PRODUCT_CATEGORY_LIMIT_REACHED; the error data has the ids that caused the
 * error.
 */
export function bulkChangeProducts(
  ctx: ProjectContext,
  { product_ids, action, category_ids }: ProductsBulkChange,
): Promise<{ product_ids: ProductId[] }> {
  return action === 'delete' ? deleteProducts(ctx, product_ids) : updateProducts(ctx, product_ids, { action, categoryIds: category_ids })
}

/** Returns a mutation for `mutate`. The rate limit of writes counts each product as one write. */
function toBulkMutation(productIds: readonly ProductId[]) {
  return { entity: 'product', requires: 'hasProducts', writeCount: productIds.length } as const
}

function deleteProducts(ctx: ProjectContext, productIds: ProductId[]): Promise<{ product_ids: ProductId[] }> {
  return mutate(ctx, { ...toBulkMutation(productIds), action: 'product.bulk_delete' }, async (tx, change) => {
    return { product_ids: await deleteLockedProducts(tx, ctx, productIds, change) }
  })
}

/** Deletes the given products that exist. The change lists them. Returns the ids of the deleted products. */
export async function deleteLockedProducts(
  tx: Tx,
  ctx: ProjectContext,
  productIds: readonly ProductId[],
  change: Change,
): Promise<ProductId[]> {
  const products = await lockProductsForUpdate(tx, ctx.project.id, productIds)
  await lockCategoriesForShare(tx, ctx.project.id, [...new Set(products.flatMap((product) => product.categories))])
  await moveToDeletedProducts(tx, ctx, listProductIds(products))
  change.before = toRecordById(products, toAuditedProduct)
  return listProductIds(products)
}

interface ProductsUpdate {
  action: Exclude<ProductBulkAction, 'delete'>
  categoryIds: CategoryId[]
}

function updateProducts(
  ctx: ProjectContext,
  productIds: ProductId[],
  { action, categoryIds }: ProductsUpdate,
): Promise<{ product_ids: ProductId[] }> {
  const { project } = ctx
  return mutate(ctx, { ...toBulkMutation(productIds), action: 'product.bulk_update' }, async (tx, change) => {
    const before = await lockProductsForUpdate(tx, project.id, productIds)
    const missing = excludeIds(productIds, listProductIds(before))
    if (missing.length > 0) fail('PRODUCT_NOT_FOUND', { product_ids: missing })

    if (action === 'add_categories') await addCategories(tx, ctx, productIds, categoryIds)
    // The categories are not checked, because deleting a category already removes it from all products.
    else if (action === 'remove_categories') await removeCategories(tx, ctx, productIds, categoryIds)
    else await updateProductVisibility(tx, project.id, productIds, action === 'activate')

    const after = await selectProductsById(tx, project.id, productIds)
    change.before = toRecordById(before, toBulkAuditedProduct)
    change.after = toRecordById(after, toBulkAuditedProduct)
    return { product_ids: productIds }
  })
}

async function addCategories(tx: Tx, ctx: ProjectContext, productIds: ProductId[], categoryIds: CategoryId[]): Promise<void> {
  const missing = excludeIds(categoryIds, await lockCategoriesForShare(tx, ctx.project.id, categoryIds))
  if (missing.length > 0) fail('CATEGORY_NOT_FOUND', { category_ids: missing })
  await insertProductCategories(tx, ctx, productIds, categoryIds)
  const overcategorized = await selectOvercategorized(tx, ctx.project.id, productIds)
  if (overcategorized.length > 0) fail('PRODUCT_CATEGORY_LIMIT_REACHED', { product_ids: overcategorized })
}

async function removeCategories(tx: Tx, { project }: ProjectContext, productIds: ProductId[], categoryIds: CategoryId[]): Promise<void> {
  await lockCategoriesForShare(tx, project.id, categoryIds)
  await deleteProductCategories(tx, project.id, productIds, categoryIds)
}

/** Returns the fields that a bulk update can change. */
function toBulkAuditedProduct({ is_active, categories }: ProductRow): object {
  return { active: is_active, categories }
}

function toRecordById(products: ProductRow[], describe: (product: ProductRow) => object): object {
  return Object.fromEntries(products.map((product) => [product.id, describe(product)]))
}

function listProductIds(products: ProductRow[]): ProductId[] {
  return products.map((product) => product.id)
}

function excludeIds<Id>(ids: readonly Id[], others: readonly Id[]): Id[] {
  const known = new Set(others)
  return ids.filter((id) => !known.has(id))
}
