// Stores as visitors see them: active categories and products only.
import {
  type CategoryId,
  type ProductId,
  type ProductPage,
  productsPerProject,
  type StoreCategory,
  type StoreConfig,
  storeHandle,
} from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, type ProjectContext, publicCall, read } from '../access/index.ts'
import { selectCategories } from '../categories/index.ts'
import type { CoreDeps, Deps, OriginDeps } from '../platform/deps.ts'
import { isVisibleAt, selectProduct, selectProducts, toProductPage } from '../products/index.ts'
import { isShownAt, type StoreRow, selectStoreHandle, selectStoreOfProject, toStoreConfig } from '../stores/index.ts'

const calls = publicCall.publicStores

export function publicStoreRoutes(deps: Deps) {
  return {
    config: calls.config.handler(({ input }) => getPublicStore(deps, input.params.storeName)),
    categories: calls.categories.handler(({ input }) => listPublicCategories(deps, input.params.storeName)),
    productsOfCategory: calls.productsOfCategory.handler(({ input }) => listPublicProducts(deps, input.params)),
    product: calls.product.handler(({ input }) => getPublicProduct(deps, input.params)),
  }
}

/** Throws STORE_NOT_FOUND, also where store pages are off. */
export async function getPublicStore(deps: OriginDeps, name: string): Promise<StoreConfig> {
  const { store, ctx } = await findPublicStore(deps, name)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  return toStoreConfig(store, deps.origins)
}

/** Lists the categories in the order of the owner. Throws STORE_NOT_FOUND, also where store pages are off. */
export async function listPublicCategories(deps: OriginDeps, name: string): Promise<StoreCategory[]> {
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
  deps: OriginDeps,
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
  deps: OriginDeps,
  { storeName, productId }: { storeName: string; productId: ProductId },
): Promise<ProductPage> {
  const { ctx } = await findPublicStore(deps, storeName)
  if (!ctx.entitlements.hasProductPage) fail('PRODUCT_NOT_FOUND')
  const row = await read(ctx, (tx) => selectProduct(tx, ctx.project.id, productId))
  return row && isVisibleAt(row, ctx.now) ? toProductPage(row, deps.origins) : fail('PRODUCT_NOT_FOUND')
}

interface PublicStore {
  store: StoreRow
  /** Reads what belongs to the store; not a user's context. */
  ctx: ProjectContext
}

/**
 * The active store of this name, or of this earlier name, of any organization. Throws STORE_NOT_FOUND, also
 * where store pages are off.
 */
async function findPublicStore(deps: CoreDeps, name: string): Promise<PublicStore> {
  const visitor = createRequestContext(deps, { actor: { kind: 'system', name: 'storefront' }, source: 'api' })
  const found = (await read(visitor, (tx) => selectStoreHandle(tx, storeHandle(name)))) ?? fail('STORE_NOT_FOUND')
  const ctx = (await findSystemContext(visitor, found.organization_id, found.project_id)) ?? fail('STORE_NOT_FOUND')
  const store = await read(ctx, (tx) => selectStoreOfProject(tx, ctx.project.id))
  if (!store?.is_active || !ctx.entitlements.hasProducts) fail('STORE_NOT_FOUND')
  return { store, ctx }
}
