import {
  type CategoryId,
  categoriesPerProject,
  hasDayBegunSomewhere,
  type LinkId,
  type ProductDraft,
  type ProductId,
  type ProjectId,
  productsPerProject,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, type ProjectContext } from '../../access/index.ts'
import {
  insertNewCategory,
  lockCategoriesForShare,
  lockCategoryListForUpdate,
  selectCategories,
  selectCategoryByName,
} from '../../categories/index.ts'
import { findServedAddresses, lockLinkDomain } from '../../domains/index.ts'
import { importLinks, isAllowedDestination, lockRemainingLinks, selectRemainingLinks } from '../../links/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { selectPosition } from '../../platform/postgres/row-order.ts'
import { changeSchedule, lockPageSlugsForUpdate, makeFreeSlugs, type ScheduleColumns, toSchedule } from '../../stores/index.ts'
import {
  deleteOtherCategories,
  type ImportedProductValues,
  insertProducts,
  insertReferences,
  lockProductsForUpdate,
  updateProductRows,
} from '../bulk/bulk-product-table.ts'
import { toCheckedPrice } from '../checked-price.ts'
import { computeFocusAfterChange } from '../focus-after-change.ts'
import { countProducts, lockProductListForUpdate } from '../product-table.ts'
import type { ParsedRow } from './parse-product-row.ts'
import { type CategoryChoice, type PlannedRow, type ProjectSnapshot, planRows, type UpdatedProduct } from './plan-product-rows.ts'

/**
 * Reads the project's state, from which `planRows` plans the import. The state is not locked, so another write can
 * change it before the import runs.
 */
export async function selectSnapshot(tx: Tx, deps: OriginDeps, ctx: ProjectContext, rows: readonly ParsedRow[]): Promise<ProjectSnapshot> {
  const categories = await selectCategories(tx, ctx.project.id)
  return toSnapshot(tx, deps, ctx, {
    productIds: listProductIds(rows),
    targets: rows.flatMap(({ targets }) => targets),
    categoryNames: new Set(categories.map(({ name }) => name.toLowerCase())),
    categoryCount: categories.length,
    remainingLinks: await selectRemainingLinks(tx, ctx),
  })
}

async function toSnapshot(
  tx: Tx,
  { origins }: OriginDeps,
  { project }: ProjectContext,
  {
    productIds,
    targets,
    categoryCount,
    ...read
  }: {
    productIds: readonly ProductId[]
    targets: readonly string[]
    categoryNames: Set<string>
    categoryCount: number
    remainingLinks: number
  },
): Promise<ProjectSnapshot> {
  const served = await findServedAddresses(tx, targets)
  return {
    ...read,
    updatedProducts: await selectUpdatedProducts(tx, project.id, productIds),
    remainingProducts: productsPerProject - (await countProducts(tx, project.id)),
    remainingCategories: categoriesPerProject - categoryCount,
    isAllowedTarget: (target) => isAllowedDestination(target, origins) && !served.has(target),
  }
}

function listProductIds(rows: readonly ParsedRow[]): ProductId[] {
  return rows.flatMap((row) => row.productId ?? [])
}

/** Returns the given products by id. Omits products that do not exist. */
async function selectUpdatedProducts(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, UpdatedProduct>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<ScheduleColumns & { id: ProductId; targets: string[] }>`
    select products.id, show_from, show_until, array_remove(array(
        select (select target from links where links.id = link_id and deleted_at is null) from product_links where product_id = products.id
      ), null) as targets
    from products where project_id = ${projectId} and id = any (${productIds}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, { targets: row.targets, ...toSchedule(row) }]))
}

/** The ids of the products, categories and links that were written. */
interface WrittenRows {
  created: ProductId[]
  updated: ProductId[]
  categories: CategoryId[]
  links: LinkId[]
}

/**
 * Writes the rows of a file. New products come last in the owner's order, in the order of the file. Locks slugs,
 * products, categories and links, so that the plan is still valid when it is written.
 */
export async function writeRows(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { rows, choice }: { rows: readonly ParsedRow[]; choice: CategoryChoice },
): Promise<{ planned: PlannedRow[]; written: WrittenRows }> {
  await lockProductListForUpdate(tx, ctx.project.id)
  await lockPageSlugsForUpdate(tx, ctx.project.id, { addsLinks: true })
  const present = await lockProductsForUpdate(tx, ctx.project.id, listProductIds(rows))
  const { categoryCount, categories } = await lockCategories(tx, ctx)
  const snapshot = await toSnapshot(tx, deps, ctx, {
    productIds: present.map(({ id }) => id),
    targets: rows.flatMap(({ targets }) => targets),
    categoryNames: new Set(categories.keys()),
    categoryCount,
    remainingLinks: await lockRemainingLinks(tx, ctx),
  })
  const planned = planRows(rows, snapshot, choice)

  const newCategories = await createCategories(tx, deps, ctx, planned)
  const products = planned.flatMap((row) => toPlannedProducts(row, deps, ctx, present))
  await writeProducts(tx, ctx, products)
  const links = await writeReferences(tx, deps, ctx, products, new Map([...categories, ...newCategories]))
  const listWrittenIds = (outcome: PlannedRow['outcome']) =>
    products.flatMap(({ plan, values }) => (plan.outcome === outcome ? [values.id] : []))
  return {
    planned,
    written: { created: listWrittenIds('create'), updated: listWrittenIds('update'), categories: [...newCategories.values()], links },
  }
}

/** Returns the ids of the project's categories by name in lower case. The categories are locked against deletion. */
async function lockCategories(
  tx: Tx,
  { project }: ProjectContext,
): Promise<{ categoryCount: number; categories: Map<string, CategoryId> }> {
  await lockCategoryListForUpdate(tx, project.id)
  const categories = await selectCategories(tx, project.id)
  const existing = new Set(
    await lockCategoriesForShare(
      tx,
      project.id,
      categories.map(({ id }) => id),
    ),
  )
  const byName = categories.flatMap(({ id, name }) => (existing.has(id) ? [[name.toLowerCase(), id] as const] : []))
  return { categoryCount: existing.size, categories: new Map(byName) }
}

/**
 * Creates the new categories of the plan. Returns their ids by name in lower case. PostgreSQL lowercases names by the
 * database's locale, so a name that seems new here can be taken there. In that case, the existing category is used.
 */
async function createCategories(tx: Tx, deps: OriginDeps, ctx: ProjectContext, planned: PlannedRow[]): Promise<Map<string, CategoryId>> {
  const ids = new Map<string, CategoryId>()
  for (const name of planned.flatMap((row) => row.newCategories)) {
    const created = await insertNewCategory(tx, deps, ctx, {
      name,
      active: true,
      description: null,
      image_url: null,
      show_as_row: false,
      show_from: null,
      show_until: null,
    })
    const { id } = created ?? (await selectCategoryByName(tx, ctx.project.id, name)) ?? fail('CATEGORY_NOT_FOUND')
    ids.set(name.toLowerCase(), id)
  }
  return ids
}

interface PlannedProduct {
  plan: PlannedRow
  values: ImportedProductValues
}

const blank: Omit<ImportedProductValues, 'id'> = {
  name: '',
  slug: '',
  description: null,
  image_url: null,
  image_focus: null,
  product_url: null,
  attributes: {},
  is_active: true,
  is_in_store: true,
  availability: 'available',
  price: null,
  show_from: null,
  show_until: null,
}

/** Returns the product that a row writes. Empty if the row is rejected. */
function toPlannedProducts(
  plan: PlannedRow,
  { ids }: OriginDeps,
  { now }: ProjectContext,
  present: readonly ImportedProductValues[],
): PlannedProduct[] {
  if (plan.outcome === 'reject') return []
  const before = present.find((product) => product.id === plan.row.productId) ?? { ...blank, id: ids.next<ProductId>() }
  const { active = before.is_active, in_store = before.is_in_store, show_from, show_until, price, ...values } = plan.row.values
  const checked = price === undefined ? {} : { price: toCheckedPrice(removeLaterDay(price, now), now) }
  const schedule = changeSchedule(before, { show_from, show_until })
  const { image_focus = before.image_focus } = { image_focus: computeFocusAfterChange(before, values) }
  return [{ plan, values: { ...before, ...values, ...checked, ...schedule, image_focus, is_active: active, is_in_store: in_store } }]
}

/** Removes the day on which the price was checked if that day has not begun, so that today is used. */
function removeLaterDay(price: ProductDraft['price'], now: Date): ProductDraft['price'] {
  if (price?.checked_on === undefined || hasDayBegunSomewhere(price.checked_on, now)) return price
  return { amount: price.amount, currency: price.currency }
}

async function writeProducts(tx: Tx, ctx: ProjectContext, products: PlannedProduct[]): Promise<void> {
  const listPlannedValues = (outcome: PlannedRow['outcome']) =>
    products.flatMap(({ plan, values }) => (plan.outcome === outcome ? [values] : []))
  const created = listPlannedValues('create')
  if (created.length > 0) {
    const position = (await selectPosition(tx, { table: 'products', projectId: ctx.project.id }, { before: null })) ?? '0'
    const slugs = await makeFreeSlugs(
      tx,
      ctx.project.id,
      created.map(({ name }) => ({ kind: 'product', name })),
    )
    await insertProducts(
      tx,
      ctx,
      created.map((product, nth) => ({ ...product, slug: slugs[nth] ?? product.id })),
      position,
    )
  }
  await updateProductRows(tx, ctx.project.id, listPlannedValues('update'))
}

/**
 * Replaces categories if the file has a column for them, and adds a short link for each new target. Returns the ids of
 * the new links.
 */
async function writeReferences(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  products: PlannedProduct[],
  categories: ReadonlyMap<string, CategoryId>,
): Promise<LinkId[]> {
  const domainId = await lockLinkDomain(tx, ctx, undefined)
  const drafts = products.flatMap(({ plan, values }) =>
    plan.newTargets.map((target) => ({ draft: { target, title: values.name }, labels: [], domainId })),
  )
  const links = (await importLinks(tx, deps, ctx, drafts)).map(({ id }) => id)
  let linksBefore = 0
  const added = products.map(({ plan, values }) => {
    const linksOfProduct = links.slice(linksBefore, linksBefore + plan.newTargets.length)
    linksBefore += plan.newTargets.length
    const ids = new Set((plan.categories ?? []).flatMap((name) => categories.get(name.toLowerCase()) ?? []))
    return { productId: values.id, categories: [...ids], links: linksOfProduct }
  })
  const replaced = added.filter((_, nth) => products[nth]?.plan.outcome === 'update' && products[nth].plan.categories !== undefined)
  await deleteOtherCategories(tx, ctx.project.id, replaced)
  await insertReferences(tx, ctx, added)
  return links
}
