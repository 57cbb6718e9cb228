import {
  type AuditAction,
  type LinkId,
  linksPerProduct,
  type Place,
  type Product,
  type ProductDraft,
  type ProductId,
  type ProductPatch,
  type ProductQuery,
  type ProductUpdate,
  pinnedProductsPerProject,
  productId,
  productsPerProject,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, mutate, type ProjectContext, read, requireFeature, requireRevision } from '../access/index.ts'
import { lockCategoriesForShare } from '../categories/index.ts'
import { lockLinkDomain } from '../domains/index.ts'
import type { OriginDeps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { selectPosition } from '../platform/postgres/row-order.ts'
import {
  assertFreeSlug,
  changeSchedule,
  lockPageSlugsForUpdate,
  takeSlugOfNewPage,
  toScheduleColumns,
  updateTargetsOfProducts,
} from '../stores/index.ts'
import { toCheckedPrice } from './checked-price.ts'
import { moveToDeletedProducts } from './deletion/deleted-product-table.ts'
import { computeFocusAfterChange } from './focus-after-change.ts'
import { replaceReferences } from './product-references.ts'
import {
  countPinnedProducts,
  countProducts,
  insertProduct,
  lockProductForUpdate,
  lockProductListForUpdate,
  type ProductRow,
  selectProduct,
  selectProductNames,
  selectProducts,
  toProductFilter,
  updateProductRow,
} from './product-table.ts'
import { toAuditedProduct, toProduct } from './to-product.ts'

const productCursor = createPageCursor('products', 1, z.object({ position: z.string().regex(/^-?\d+(\.\d+)?$/), id: productId }))

interface ProductList {
  products: Product[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists products in the owner's order. Throws REQUEST_INVALID if `listProducts` did not return the cursor, and
 * NOT_FOUND if the organization may not use products.
 */
export async function listProducts(
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { cursor, limit, ...query }: Omit<ProductQuery, 'sort' | 'tz'>,
): Promise<ProductList> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const after =
    cursor === undefined ? undefined : (productCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // The query selects one row more than the page has. The extra row shows that there is a next page.
  const rows = await read(ctx, async (tx) =>
    selectProducts(tx, ctx.project.id, await toProductFilter(tx, ctx, query), { after, limit: limit + 1 }),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    products: page.map((row) => toProduct(row, origins, ctx)),
    nextCursor: rows.length > limit && last ? productCursor.encode({ position: last.position, id: last.id }) : undefined,
  }
}

/** Throws PRODUCT_NOT_FOUND, and NOT_FOUND if the organization may not use products. */
export async function getProduct({ origins }: OriginDeps, ctx: ProjectContext, productId: ProductId): Promise<Product> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const row = await read(ctx, (tx) => selectProduct(tx, ctx.project.id, productId))
  return row ? toProduct(row, origins, ctx) : fail('PRODUCT_NOT_FOUND')
}

/** Returns the names of the given products by id. Omits products that are not in the project. */
export async function findProductNames(ctx: ProjectContext, productIds: readonly string[]): Promise<Map<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectProductNames(tx, ctx.project.id, productIds as readonly ProductId[]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Adds the product to the store and puts it first in the order. Throws PRODUCT_LIMIT_REACHED,
 * PRODUCT_PIN_LIMIT_REACHED, PAGE_SLUG_RESERVED, PAGE_SLUG_TAKEN, CATEGORY_NOT_FOUND or LINK_NOT_FOUND. Throws
 * REQUEST_INVALID if the price was checked on a day that has not begun.
 */
export function createProduct(
  { ids, origins }: OriginDeps,
  ctx: ProjectContext,
  { categories, urls, active, pinned, ...values }: ProductDraft,
): Promise<Product> {
  const { project } = ctx
  return mutate(ctx, { action: 'product.create', entity: 'product', requires: 'hasProducts' }, async (tx, change) => {
    await lockProductListForUpdate(tx, project.id)
    if ((await countProducts(tx, project.id)) >= productsPerProject) fail('PRODUCT_LIMIT_REACHED')
    if (pinned) await assertCanPin(tx, ctx)
    const slug = await takeSlugOfNewPage(tx, project.id, { kind: 'product', name: values.name, slug: values.slug })
    const id = ids.next<ProductId>()
    const position = (await selectPosition(tx, { table: 'products', projectId: project.id }, { position: 1 })) ?? '0'
    await insertProduct(tx, ctx, {
      ...values,
      ...toScheduleColumns(values),
      price: toCheckedPrice(values.price, ctx.now),
      id,
      slug,
      is_active: active,
      is_in_store: true,
      is_pinned: pinned,
      position,
      created_at: ctx.now,
    })
    await replaceReferences(tx, ctx, { productId: id, categories, urls })
    const row = (await selectProduct(tx, project.id, id)) ?? fail('PRODUCT_NOT_FOUND')
    change.entityId = id
    change.after = toAuditedProduct(row)
    return toProduct(row, origins, ctx)
  })
}

interface ProductUpdateInput {
  productId: ProductId
  update: ProductUpdate
}

/**
 * Replaces the product's texts. Changes its other fields only if they are given. Throws PRODUCT_NOT_FOUND,
 * PRODUCT_PIN_LIMIT_REACHED, PAGE_SLUG_RESERVED, PAGE_SLUG_TAKEN, CATEGORY_NOT_FOUND or LINK_NOT_FOUND. Throws
 * REQUEST_INVALID if the price was checked on a day that has not begun.
 */
export async function updateProduct(deps: OriginDeps, ctx: ProjectContext, { productId, update }: ProductUpdateInput): Promise<Product> {
  const changed = { action: 'product.update', productId, slug: update.slug, pinned: update.pinned } as const
  const row = await changeProduct(ctx, changed, (tx, before) => writeProduct(tx, deps, ctx, { before, fields: update }))
  return toProduct(row, deps.origins, ctx)
}

/**
 * Changes the given fields. Throws PRODUCT_NOT_FOUND, PRODUCT_PIN_LIMIT_REACHED, PAGE_SLUG_RESERVED, PAGE_SLUG_TAKEN,
 * CATEGORY_NOT_FOUND or LINK_NOT_FOUND. Throws REVISION_OUTDATED if the product has changed since the caller read it,
 * and REQUEST_INVALID if the price was checked on a day that has not begun.
 */
export async function patchProduct(
  deps: OriginDeps,
  ctx: ProjectContext,
  { productId, patch }: { productId: ProductId; patch: ProductPatch },
): Promise<Product> {
  const changed = { action: 'product.update', productId, slug: patch.slug, pinned: patch.pinned } as const
  const row = await changeProduct(ctx, changed, (tx, before) =>
    writeProduct(tx, deps, ctx, { before, fields: requireRevision(toProduct(before, deps.origins, ctx), patch) }),
  )
  return toProduct(row, deps.origins, ctx)
}

interface ProductFields {
  before: ProductRow
  fields: Omit<ProductPatch, 'revision'>
}

/**
 * Writes the fields that are not undefined. The caller must have locked the product. If the slug changes, the caller
 * must also have locked the project's slugs. If the product becomes pinned, the caller must also have locked the
 * product list.
 */
async function writeProduct(tx: Tx, { origins }: OriginDeps, ctx: ProjectContext, { before, fields }: ProductFields): Promise<void> {
  const { categories, urls, active, pinned, show_from, show_until, slug, price, ...others } = fields
  if (pinned && !before.is_pinned) await assertCanPin(tx, ctx)
  const isMoved = slug !== undefined && slug !== '' && slug !== before.slug
  if (isMoved) await assertFreeSlug(tx, ctx.project.id, { slug, pageId: before.id })
  await updateProductRow(tx, ctx.project.id, before.id, {
    ...others,
    image_focus: computeFocusAfterChange(before, fields),
    ...(isMoved && { slug }),
    ...(price !== undefined && { price: toCheckedPrice(price, ctx.now) }),
    ...changeSchedule(before, { show_from, show_until }),
    is_active: active,
    is_pinned: pinned,
  })
  if (isMoved) await updateTargetsOfProducts(tx, ctx.project.id, { origins, productIds: [before.id] })
  await replaceReferences(tx, ctx, { productId: before.id, categories, urls })
}

/**
 * Throws PRODUCT_PIN_LIMIT_REACHED if the project has no slot for another pinned product. The caller must have locked
 * the list of products.
 */
async function assertCanPin(tx: Tx, { project }: ProjectContext): Promise<void> {
  if ((await countPinnedProducts(tx, project.id)) >= pinnedProductsPerProject) fail('PRODUCT_PIN_LIMIT_REACHED')
}

interface ProductChange {
  action: AuditAction
  productId: ProductId
  /** The product's new slug. If empty or undefined, the slug does not change. */
  slug?: string | undefined
  /**
   * Whether the change pins the product. If so, the product list is locked, so that no other transaction pins a product
   * at the same time.
   */
  pinned?: boolean | undefined
  /**
   * Whether the change adds a link. If so, the link's domain is locked before the product, in the same order as when a
   * link's address changes.
   */
  addsLink?: boolean
}

/**
 * Locks a product, changes it, and returns the changed product. The audit entry has the product before and after the
 * change. Throws PRODUCT_NOT_FOUND.
 */
export function changeProduct(
  ctx: ProjectContext,
  { action, productId, slug, pinned, addsLink }: ProductChange,
  work: (tx: Tx, before: ProductRow) => Promise<unknown>,
): Promise<ProductRow> {
  const { project } = ctx
  return mutate(ctx, { action, entity: 'product', entityId: productId, requires: 'hasProducts' }, async (tx, change) => {
    if (pinned) await lockProductListForUpdate(tx, project.id)
    if (slug) await lockPageSlugsForUpdate(tx, project.id)
    if (addsLink) await lockLinkDomain(tx, ctx, undefined)
    const before = (await lockProductForUpdate(tx, project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    await work(tx, before)
    const after = (await selectProduct(tx, project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    change.before = toAuditedProduct(before)
    change.after = toAuditedProduct(after)
    return after
  })
}

/**
 * Moves the product to another place in the owner's order. Throws PRODUCT_NOT_FOUND if the product does not exist, or
 * if the product that it is placed before does not exist.
 */
export function moveProduct(ctx: ProjectContext, { productId, place }: { productId: ProductId; place: Place }): Promise<void> {
  const { project } = ctx
  return mutate(ctx, { action: 'product.move', entity: 'product', entityId: productId, requires: 'hasProducts' }, async (tx, change) => {
    await lockProductListForUpdate(tx, project.id)
    if ((await lockProductForUpdate(tx, project.id, productId)) === undefined) fail('PRODUCT_NOT_FOUND')
    const position = await selectPosition(tx, { table: 'products', projectId: project.id }, place, productId)
    await updateProductRow(tx, project.id, productId, { position: position ?? fail('PRODUCT_NOT_FOUND') })
    change.after = place
  })
}

/** Deletes the product but not its links. The product can be restored. Throws PRODUCT_NOT_FOUND. */
export function deleteProduct(ctx: ProjectContext, productId: ProductId): Promise<void> {
  const mutation = { action: 'product.delete', entity: 'product', entityId: productId, requires: 'hasProducts' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockProductForUpdate(tx, ctx.project.id, productId)) ?? fail('PRODUCT_NOT_FOUND')
    change.before = toAuditedProduct(before)
    await lockCategoriesForShare(tx, ctx.project.id, before.categories)
    await moveToDeletedProducts(tx, ctx, [productId])
  })
}

interface LinkOfProduct {
  productId: ProductId
  linkId: LinkId
}

/**
 * Adds a link after the product's other links. If the product already has the link, nothing changes. Throws
 * PRODUCT_NOT_FOUND, LINK_NOT_FOUND or PRODUCT_LINK_LIMIT_REACHED.
 */
export async function linkProduct(ctx: ProjectContext, { productId, linkId }: LinkOfProduct): Promise<void> {
  await changeProduct(ctx, { action: 'product.link_url', productId }, async (tx, { links }) => {
    if (links.includes(linkId)) return
    if (links.length >= linksPerProduct) fail('PRODUCT_LINK_LIMIT_REACHED')
    await replaceReferences(tx, ctx, { productId, urls: [...links, linkId] })
  })
}

/** Throws PRODUCT_NOT_FOUND, or LINK_NOT_FOUND if the product does not have the link. */
export async function unlinkProduct(ctx: ProjectContext, { productId, linkId }: LinkOfProduct): Promise<void> {
  await changeProduct(ctx, { action: 'product.unlink_url', productId }, async (tx, { links }) => {
    if (!links.includes(linkId)) fail('LINK_NOT_FOUND')
    await replaceReferences(tx, ctx, { productId, urls: links.filter((id) => id !== linkId) })
  })
}
