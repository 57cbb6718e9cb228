// Stores as visitors see them: active categories and products only.
import {
  type CategoryId,
  findPrice,
  isPriceShown,
  makeStoreHandle,
  type ProductId,
  type PublicProduct,
  productsPerProject,
  type StoreCategory,
  type StoreConfig,
  toShopName,
} from '@linkshelf/contract'
import { createRequestContext, fail, findSystemContext, type ProjectContext, publicCall, read } from '../access/index.ts'
import { selectCategories, toStoreCategory } from '../categories/index.ts'
import { formatLinkUrl, selectAddressesAndTargets } from '../links/index.ts'
import type { CoreDeps, Deps, OriginDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { isVisible, type ProductRow, selectProduct, selectProducts, toProductPage } from '../products/index.ts'
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

/** Returns the active store with this name. Throws STORE_NOT_FOUND if there is none, or if store pages are off. */
export async function getPublicStore(deps: OriginDeps, name: string): Promise<StoreConfig> {
  const { store, ctx } = await findPublicStore(deps, name)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  return toStoreConfig(store, deps.origins)
}

/** Lists the categories in the owner's order. Throws STORE_NOT_FOUND if no store is found, or store pages are off. */
export async function listPublicCategories(deps: OriginDeps, name: string): Promise<StoreCategory[]> {
  const { ctx } = await findPublicStore(deps, name)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  const rows = await read(ctx, (tx) => selectVisibleCategories(tx, ctx))
  return rows.map(toStoreCategory)
}

/**
 * Lists a visible category's products in the owner's order. Throws STORE_NOT_FOUND if no active store has this name or
 * if store pages are off. Throws CATEGORY_NOT_FOUND if the store has no visible category with this id.
 */
export async function listPublicProducts(
  deps: OriginDeps,
  { storeName, categoryId }: { storeName: string; categoryId: CategoryId },
): Promise<PublicProduct[]> {
  const { ctx } = await findPublicStore(deps, storeName)
  if (!ctx.entitlements.hasStorePage) fail('STORE_NOT_FOUND')
  return read(ctx, async (tx) => {
    const categories = await selectVisibleCategories(tx, ctx)
    if (!categories.some((row) => row.id === categoryId)) fail('CATEGORY_NOT_FOUND')
    const rows = await selectProducts(tx, ctx.project.id, { category: categoryId, visibleAt: ctx.now }, { limit: productsPerProject })
    return toPublicProducts(tx, deps, ctx, rows)
  })
}

/** Returns a visible product. Throws STORE_NOT_FOUND, and PRODUCT_NOT_FOUND, also if product pages are off. */
export async function getPublicProduct(
  deps: OriginDeps,
  { storeName, productId }: { storeName: string; productId: ProductId },
): Promise<PublicProduct> {
  const { ctx } = await findPublicStore(deps, storeName)
  if (!ctx.entitlements.hasProductPage) fail('PRODUCT_NOT_FOUND')
  return read(ctx, async (tx) => {
    const row = await selectProduct(tx, ctx.project.id, productId)
    const [product] = row && isVisible(row, ctx) ? await toPublicProducts(tx, deps, ctx, [row]) : []
    return product ?? fail('PRODUCT_NOT_FOUND')
  })
}

async function selectVisibleCategories(tx: Tx, { project, now }: ProjectContext) {
  return (await selectCategories(tx, project.id)).filter((row) => row.is_active && isShownAt(row, now))
}

/**
 * Returns the products as visitors see them. Only the host of a destination is published, as on store pages. Hidden
 * categories are omitted.
 */
async function toPublicProducts(
  tx: Tx,
  { origins }: OriginDeps,
  ctx: ProjectContext,
  rows: readonly ProductRow[],
): Promise<PublicProduct[]> {
  const linkIds = rows.flatMap(({ links }) => links)
  const [categories, linkOf] = [await selectVisibleCategories(tx, ctx), await selectAddressesAndTargets(tx, ctx.project.id, linkIds)]
  const visibleIds = new Set(categories.map(({ id }) => id))
  return rows.map((row) => ({
    ...toProductPage(row, origins),
    categories: row.categories.filter((id) => visibleIds.has(id)),
    price: findShownPrice(
      row,
      row.links.flatMap((id) => linkOf.get(id) ?? []),
      ctx.now,
    ),
    shops: row.links.flatMap((id) => {
      const link = linkOf.get(id)
      return link === undefined ? [] : [{ url_id: id, name: toShopName(toDisplayHost(link.target)), url: formatLinkUrl(link, origins) }]
    }),
  }))
}

interface Shops {
  target: string
  expanded_target: string | null
  shops: readonly { target: string }[]
}

/**
 * Returns the product's price, or else the price among its attributes. Null if there is no price, or if the shops do
 * not allow showing a price of this age (`isPriceShown`).
 */
function findShownPrice(product: ProductRow, links: readonly Shops[], now: Date): PublicProduct['price'] {
  const written = findPrice(product.attributes)
  const price = product.price ?? (written && { ...written, checked_on: null })
  if (price === undefined) return null
  const facts = links.map(({ target, expanded_target, shops }) => ({
    host: toDisplayHost(expanded_target ?? target),
    shops: shops.map((shop) => toDisplayHost(shop.target)),
  }))
  return isPriceShown(price, facts, now) ? price : null
}

function toDisplayHost(address: string): string {
  return new URL(address).hostname
}

interface PublicStore {
  store: StoreRow
  /** A context that can read the store's data but has no user. */
  ctx: ProjectContext
}

/**
 * Returns the active store with this name or earlier name, in any organization. Throws STORE_NOT_FOUND, also if both
 * store pages and product pages are off.
 */
async function findPublicStore(deps: CoreDeps, name: string): Promise<PublicStore> {
  const visitor = createRequestContext(deps, { actor: { kind: 'system', name: 'storefront' }, source: 'api' })
  const found = (await read(visitor, (tx) => selectStoreHandle(tx, makeStoreHandle(name)))) ?? fail('STORE_NOT_FOUND')
  const ctx = (await findSystemContext(visitor, found.organization_id, found.project_id)) ?? fail('STORE_NOT_FOUND')
  const store = await read(ctx, (tx) => selectStoreOfProject(tx, ctx.project.id))
  if (!store?.is_active || !ctx.entitlements.hasProducts) fail('STORE_NOT_FOUND')
  return { store, ctx }
}
