// Stores as visitors see them: active categories and products only.
import {
  type CategoryId,
  type ProductId,
  type ProductPage,
  productsPerProject,
  type StoreCategory,
  type StoreConfig,
} from '@linkshelf/contract'
import { fail, read } from '../access/index.ts'
import { selectCategories } from '../categories/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isVisibleAt, selectProduct, selectProducts, toProductPage } from '../products/index.ts'
import { isShownAt, toStoreConfig } from '../stores/index.ts'
import { findPublicStore } from './find-public-store.ts'

type StorefrontDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'origins'>

/** Throws STORE_NOT_FOUND, also where store pages are off. */
export async function getPublicStore(deps: StorefrontDeps, name: string): Promise<StoreConfig> {
  const { store, ctx } = await findPublicStore(deps, name)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  return toStoreConfig(store, deps.origins)
}

/** Lists the categories in the order of the owner. Throws STORE_NOT_FOUND, also where store pages are off. */
export async function listPublicCategories(deps: StorefrontDeps, name: string): Promise<StoreCategory[]> {
  const { ctx } = await findPublicStore(deps, name)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  const rows = await read(ctx, (tx) => selectCategories(tx, ctx.project.id))
  return rows
    .filter((row) => row.is_active && isShownAt(row, ctx.now))
    .map(({ id, name, color_hex }) => ({ category_id: id, name, color_hex }))
}

/**
 * Lists the products in the order of the owner. Throws STORE_NOT_FOUND, also where store pages are off,
 * and CATEGORY_NOT_FOUND.
 */
export async function listPublicProducts(
  deps: StorefrontDeps,
  { storeName, categoryId }: { storeName: string; categoryId: CategoryId },
): Promise<ProductPage[]> {
  const { ctx } = await findPublicStore(deps, storeName)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  return read(ctx, async (tx) => {
    const categories = await selectCategories(tx, ctx.project.id)
    if (!categories.some((row) => row.id === categoryId && row.is_active && isShownAt(row, ctx.now))) fail('CATEGORY_NOT_FOUND')
    const rows = await selectProducts(tx, ctx.project.id, { category: categoryId, visibleAt: ctx.now }, { limit: productsPerProject })
    return rows.map((row) => toProductPage(row, deps.origins))
  })
}

/** Throws STORE_NOT_FOUND, and PRODUCT_NOT_FOUND, also where product pages are off. */
export async function getPublicProduct(
  deps: StorefrontDeps,
  { storeName, productId }: { storeName: string; productId: ProductId },
): Promise<ProductPage> {
  const { ctx } = await findPublicStore(deps, storeName)
  if (!ctx.entitlements.hasProductPage) fail('PRODUCT_NOT_FOUND')
  const row = await read(ctx, (tx) => selectProduct(tx, ctx.project.id, productId))
  return row && isVisibleAt(row, ctx.now) ? toProductPage(row, deps.origins) : fail('PRODUCT_NOT_FOUND')
}
