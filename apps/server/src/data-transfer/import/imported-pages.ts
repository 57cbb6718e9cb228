// Inserts the stores, products and categories of an archive. If a name is taken here, a number is appended, and short
// URLs lead to the new address.
import {
  type CategoryId,
  earlierSlugsPerPage,
  isPageSlug,
  isReservedPageSlug,
  type LinkId,
  makeStoreHandle,
  type ProjectId,
  pinnedProductsPerProject,
  type StoreId,
} from '@linkshelf/contract'
import { sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import { selectFreeCategoryName } from '../../categories/index.ts'
import { adoptStoreLinks, updatePageTargets } from '../../links/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { countPinnedProducts } from '../../products/index.ts'
import { lockPageSlugsForUpdate, toFreeSlugs, toStoreAddress, updateTargetsOfProducts } from '../../stores/index.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type InsertDeps, insertRows, type RowsOfProject } from './insert-rows.ts'
import type { TableRow } from './parse-rows.ts'

/**
 * Inserts categories and returns notes. Archives of earlier versions can have several categories with the same name.
 * The first category gets the name, and a number is appended to the names of the others.
 */
export async function insertCategories(tx: Tx, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const notes: string[] = []
  for (const row of await assignFreeSlugs(tx, 'category', given)) {
    const name = await selectFreeCategoryName(tx, given.projectId, { id: row.id as CategoryId, name: String(row.name) })
    await insertRows(tx, ctx, { ...given, rows: [{ ...row, name }] })
    if (name !== row.name) notes.push(`Several categories are named ${row.name}. One of them is now ${name}.`)
  }
  return notes
}

/**
 * Inserts the earlier slugs of pages. Only the latest `earlierSlugsPerPage` slugs of each page remain. Current slugs
 * were inserted with their pages.
 */
export async function insertEarlierSlugs(tx: Tx, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  await lockPageSlugsForUpdate(tx, given.projectId)
  await insertRows(tx, ctx, given)
  const { rows } = await sql<{ slug: string }>`
    delete from page_slugs where project_id = ${given.projectId} and slug in (
      select slug from (
        select slug, row_number() over (partition by product_id, category_id order by replaced_at desc, slug) as nth
        from page_slugs where project_id = ${given.projectId} and replaced_at is not null) as earlier
      where nth > ${earlierSlugsPerPage})
    returning slug`.execute(tx)
  return rows.map(({ slug }) => `The earlier address ${slug} is left out: a page has up to ${earlierSlugsPerPage}.`)
}

export async function insertProducts(tx: Tx, { origins }: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const named = await assignFreeSlugs(tx, 'product', given)
  await insertRows(tx, ctx, { ...given, rows: await limitPins(tx, given.projectId, named) })
  // The short URLs of these products were inserted earlier, and still have addresses with ids of the exporting
  // instance.
  await updateTargetsOfProducts(tx, given.projectId, { origins, productIds: given.rows.map(({ id }) => String(id)) })
  return []
}

/** Unpins products above the project's limit. */
async function limitPins(tx: Tx, projectId: ProjectId, rows: readonly TableRow[]): Promise<TableRow[]> {
  let pinned = await countPinnedProducts(tx, projectId)
  return rows.map((row) => {
    if (row.is_pinned === true) pinned += 1
    return pinned > pinnedProductsPerProject ? { ...row, is_pinned: false } : row
  })
}

/** Assigns a slug to each row. If the row's own slug is missing, not valid or taken, derives a slug from the name. */
async function assignFreeSlugs(tx: Tx, kind: 'product' | 'category', { projectId, rows }: RowsOfProject): Promise<TableRow[]> {
  await lockPageSlugsForUpdate(tx, projectId)
  const { rows: present } = await sql<{ slug: string }>`select slug from page_slugs where project_id = ${projectId}`.execute(tx)
  const taken = new Set(present.map(({ slug }) => slug))
  const kept = rows.map(({ slug }) => {
    const isFree = typeof slug === 'string' && isPageSlug(slug) && !isReservedPageSlug(slug) && !taken.has(slug)
    if (isFree) taken.add(slug)
    return isFree
  })
  const unnamed = rows.filter((_, nth) => !kept[nth])
  const made = toFreeSlugs(
    unnamed.map(({ name }) => ({ kind, name: String(name) })),
    taken,
  )
  return rows.map((row, nth) => (kept[nth] ? row : { ...row, slug: made.shift() ?? null }))
}

/** Inserts stores and returns notes. If a store's name is taken here, appends a number. */
export async function insertStores(
  tx: Tx,
  deps: InsertDeps,
  ctx: OrganizationContext,
  { projectId, table, rows }: RowsOfProject,
): Promise<string[]> {
  const notes: string[] = []
  for (const row of rows) {
    const name = await findFreeName(tx, String(row.name))
    const handle = makeStoreHandle(name)
    const storeId = row.id as StoreId
    const [before, after] = [toStoreAddress(String(row.handle), deps.origins), toStoreAddress(handle, deps.origins)]
    await adoptStoreLinks(tx, projectId, { storeId, addresses: [before], linkId: row.short_link_id as LinkId | null })
    const inserted = await insertRows(tx, ctx, { projectId, table, rows: [{ ...row, name, handle }] })
    if (inserted === 0) continue
    await sql`insert into store_handles (handle, organization_id, project_id, store_id)
      values (${handle}, ${ctx.organization.id}, ${projectId}, ${row.id})`.execute(tx)
    await updatePageTargets(tx, projectId, { storeId, address: after })
    if (handle === row.handle) continue
    await sql`update links set target = ${after} || substr(target, length(${before}::text) + 1)
      where project_id = ${projectId} and (target = ${before} or starts_with(target, ${before}::text || '/'))`.execute(tx)
    notes.push(`The store name ${row.name} is taken here. The store is now ${name}.`)
  }
  return notes
}

/** Updates short URLs that lead to an earlier address of a store, so that they lead to its current address. */
export async function adoptLinksOfHandles(tx: Tx, { origins }: InsertDeps, { projectId, rows }: RowsOfProject): Promise<void> {
  const store = await tx.selectFrom('stores').select(['id', 'handle']).where('project_id', '=', projectId).executeTakeFirst()
  if (store === undefined) return
  const addresses = rows.filter(({ store_id }) => store_id === store.id).map(({ handle }) => toStoreAddress(String(handle), origins))
  await adoptStoreLinks(tx, projectId, { storeId: store.id, addresses, linkId: null })
  await updatePageTargets(tx, projectId, { storeId: store.id, address: toStoreAddress(store.handle, origins) })
}

async function findFreeName(tx: Tx, name: string): Promise<string> {
  for (let number = 1; number < 100; number += 1) {
    const tried = number === 1 ? name : `${name.slice(0, 56)} ${number}`
    const row = await tx.selectFrom('store_handles').select('handle').where('handle', '=', makeStoreHandle(tried)).executeTakeFirst()
    if (row === undefined) return tried
  }
  throw new UnreadableArchiveError(
    'A hundred names in a row are taken that the store could have. Give it another name, and export it again.',
  )
}
