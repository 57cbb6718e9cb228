// Rows of an archive in the tables of this instance. Every id comes from `toImportedId`, so a row that is there
// already is the same row.
import {
  aliasesPerLink,
  type CategoryId,
  isPageSlug,
  isReservedPageSlug,
  type LinkId,
  type LinkShop,
  type ProjectId,
  type StoreId,
  storeHandle,
} from '@linkshelf/contract'
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationContext } from '../../access/index.ts'
import { selectFreeCategoryName } from '../../categories/index.ts'
import { updateArchivedOrders } from '../../earnings/index.ts'
import { adoptStoreLinks, generateSlug, isAllowedDestination, isReserved, recountLinks, updatePageTargets } from '../../links/index.ts'
import type { Origins } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { freeSlugsOf, lockPageSlugsForUpdate, storeAddress, updateTargetsOfProducts } from '../../stores/index.ts'
import type { ArchiveTable } from '../format/archive-tables.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import type { TableRow } from './parse-rows.ts'
import type { PlannedProject } from './plan-file.ts'

export interface RowsOfProject {
  projectId: ProjectId
  table: ArchiveTable
  rows: TableRow[]
}

export interface InsertDeps {
  origins: Origins
  /** The public origin of the exporting instance. */
  linksUrl: string
}

export async function insertImportedProject(tx: Tx, { organization }: OrganizationContext, project: PlannedProject): Promise<void> {
  const { created_at, ...values } = project
  await tx
    .insertInto('projects')
    .values({ ...values, organization_id: organization.id, created_at: new Date(created_at) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Inserts rows of one table; returns notes about changed and skipped data. */
export async function insertImportedRows(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  if (given.table.name === 'links') return insertLinks(tx, deps, ctx, given)
  if (given.table.name === 'link_aliases') return insertAliases(tx, ctx, given)
  if (given.table.name === 'stores') return insertStores(tx, deps, ctx, given)
  if (given.table.name === 'categories') return insertCategories(tx, ctx, given)
  if (given.table.name === 'products') return insertProducts(tx, deps, ctx, given)
  const inserted = await insertRows(tx, ctx, given)
  if (given.table.name === 'store_handles') await adoptLinksOfHandles(tx, deps, given)
  // Archives of earlier versions lack it. All items of a product count, so the last file that names it decides.
  if (given.table.name === 'earnings')
    await updateArchivedOrders(
      tx,
      given.projectId,
      given.rows.map(({ item_id }) => item_id),
    )
  const left = given.rows.length - inserted
  // The handle of the store is inserted with it; an earlier one may be another store's here.
  if (left === 0 || given.table.name === 'store_handles' || given.table.name === 'page_slugs') return []
  return [
    `${given.table.name.replaceAll('_', ' ')}: ${left === 1 ? '1 row that names' : `${left} rows that name`} what is not in the archive, left out`,
  ]
}

/**
 * Returns how many were inserted: a row that is there already, or that names what the project does not have, is not.
 */
async function insertRows(tx: Tx, { organization }: OrganizationContext, { projectId, table, rows }: RowsOfProject): Promise<number> {
  if (rows.length === 0) return 0
  const columns = Object.entries(table.columns)
  const ownId = (name: string, of: string) =>
    sql`(select id from ${sql.table(of)} where id = given.${sql.ref(name)} and project_id = ${projectId})`
  // An earlier version let the owner change where the short URL of a page leads: it is an ordinary link then.
  const ownShortLink = sql`(select id from links where id = given.short_link_id and project_id = ${projectId} and page_id = given.id)`
  const values = columns.map(([name, { of, isOptional }]) => {
    if (name === 'short_link_id') return ownShortLink
    return of !== undefined && isOptional ? ownId(name, of) : sql`given.${sql.ref(name)}`
  })
  const conditions: RawBuilder<unknown>[] = [sql`exists (select from projects where id = ${projectId})`]
  for (const [name, { of, isOptional = false }] of columns)
    if (of !== undefined && !isOptional) conditions.push(sql`${ownId(name, of)} is not null`)
  if (table.name === 'page_slugs')
    conditions.push(sql`num_nonnulls(${ownId('product_id', 'products')}, ${ownId('category_id', 'categories')}) = 1`)
  const names = columns.map(([name]) => sql.ref(name))
  if (table.name === 'links') {
    names.push(sql.ref('is_pending'))
    values.push(sql`false`)
  }
  const { rows: inserted } = await sql<object>`
    insert into ${sql.table(table.name)} (organization_id, project_id, ${sql.join(names)})
    select ${organization.id}, ${projectId}, ${sql.join(values)}
    from json_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::json) as given
    where ${sql.join(conditions, sql` and `)}
    on conflict do nothing returning 1 as inserted`.execute(tx)
  return inserted.length
}

/** A slug that is taken here, or reserved, is replaced by a generated one. */
async function insertLinks(tx: Tx, deps: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const { projectId, table } = given
  const labels = new Set(await selectLabelNames(tx, projectId))
  const notes: string[] = []
  const links = given.rows.flatMap((row) => {
    const target = toOwnPage(String(row.target), deps)
    if (target === undefined) notes.push(`The link ${row.slug} leads to a short link, and is left out: ${row.target}`)
    return target === undefined
      ? []
      : [
          {
            ...row,
            target,
            shops: toOwnShops(row.shops as LinkShop[], deps),
            labels: (row.labels as string[]).filter((name) => labels.has(name)),
          } as TableRow,
        ]
  })
  // A trigger gives links the slugs of an undone import of this organization, for this transaction.
  await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
  await insertRows(tx, ctx, { projectId, table, rows: links.filter((link) => !isReserved(String(link.slug))) })
  // A generated slug that is taken is generated again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const present = new Set(await selectPresentIds(tx, 'links', { projectId, rows: links }))
    const left = links.filter((link) => !present.has(String(link.id)))
    if (left.length === 0) break
    const renamed = left.map((link) => ({ ...link, slug: generateSlug() }))
    await insertRows(tx, ctx, { projectId, table, rows: renamed })
    if (attempt === 0)
      notes.push(...left.map((link, index) => `The short name ${link.slug} is taken here. Its link is now ${renamed[index]?.slug}.`))
  }
  await recountLinks(tx, ctx.organization.id, projectId)
  return notes
}

/**
 * An alias that is taken here, or reserved, is left out: the address of its link is another already. So is one above
 * the limit of its link.
 */
async function insertAliases(tx: Tx, ctx: OrganizationContext, { projectId, table, rows }: RowsOfProject): Promise<string[]> {
  await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
  const before = new Set(await selectPresentIds(tx, 'link_aliases', { projectId, rows }))
  const counts = await countAliases(tx, rows)
  const fitting = rows.filter(({ id, link_id, slug }) => {
    if (before.has(String(id))) return true
    const count = (counts.get(String(link_id)) ?? 0) + 1
    counts.set(String(link_id), count)
    return count <= aliasesPerLink && !isReserved(String(slug))
  })
  await insertRows(tx, ctx, { projectId, table, rows: fitting })
  const present = new Set(await selectPresentIds(tx, 'link_aliases', { projectId, rows }))
  const fits = new Set(fitting)
  return rows
    .filter(({ id }) => !present.has(String(id)))
    .map((row) =>
      fits.has(row) || isReserved(String(row.slug))
        ? `The alias ${row.slug} is taken here, and is left out.`
        : `The alias ${row.slug} is left out: a link has up to ${aliasesPerLink}.`,
    )
}

/** Returns the number of aliases that the links of these rows have, by link. */
async function countAliases(tx: Tx, aliases: readonly TableRow[]): Promise<Map<string, number>> {
  const linkIds = [...new Set(aliases.map(({ link_id }) => String(link_id)))]
  const { rows } = await sql<{ link_id: string; count: number }>`
    select link_id, count(*)::int as count from link_aliases where link_id = any (${linkIds}::uuid[]) group by link_id`.execute(tx)
  return new Map(rows.map(({ link_id, count }) => [link_id, count]))
}

/**
 * A page of a store of the exporting instance is here what it was there; undefined for another address that
 * leads to a short link.
 */
function toOwnPage(target: string, { origins, linksUrl }: InsertDeps): string | undefined {
  const pages = `${new URL(linksUrl).origin}/@`
  if (target.startsWith(pages)) return `${origins.public}/@${target.slice(pages.length)}`
  return isAllowedDestination(target, origins) ? target : undefined
}

/** Drops addresses that lead to a short link. */
function toOwnShops(shops: readonly LinkShop[], deps: InsertDeps): LinkShop[] {
  return shops.flatMap((shop) => {
    const target = toOwnPage(shop.target, deps)
    return target === undefined ? [] : [{ ...shop, target }]
  })
}

/**
 * Archives of earlier versions may have several categories of one name: the first of them keeps it, and the others get
 * a number behind it.
 */
async function insertCategories(tx: Tx, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  const notes: string[] = []
  for (const row of await withFreeSlugs(tx, 'category', given)) {
    const name = await selectFreeCategoryName(tx, given.projectId, { id: row.id as CategoryId, name: String(row.name) })
    await insertRows(tx, ctx, { ...given, rows: [{ ...row, name }] })
    if (name !== row.name) notes.push(`Several categories are named ${row.name}. One of them is now ${name}.`)
  }
  return notes
}

async function insertProducts(tx: Tx, { origins }: InsertDeps, ctx: OrganizationContext, given: RowsOfProject): Promise<string[]> {
  await insertRows(tx, ctx, { ...given, rows: await withFreeSlugs(tx, 'product', given) })
  // Their short URLs came before them, and have the ids of the exporting instance.
  await updateTargetsOfProducts(tx, given.projectId, { origins, productIds: given.rows.map(({ id }) => String(id)) })
  return []
}

/** Gives each row a slug: its own where that is free, or else one that is made of its name. */
async function withFreeSlugs(tx: Tx, kind: 'product' | 'category', { projectId, rows }: RowsOfProject): Promise<TableRow[]> {
  await lockPageSlugsForUpdate(tx, projectId)
  const { rows: present } = await sql<{ slug: string }>`select slug from page_slugs where project_id = ${projectId}`.execute(tx)
  const taken = new Set(present.map(({ slug }) => slug))
  const kept = rows.map(({ slug }) => {
    const isFree = typeof slug === 'string' && isPageSlug(slug) && !isReservedPageSlug(slug) && !taken.has(slug)
    if (isFree) taken.add(slug)
    return isFree
  })
  const unnamed = rows.filter((_, nth) => !kept[nth])
  const made = freeSlugsOf(
    unnamed.map(({ name }) => ({ kind, name: String(name) })),
    taken,
  )
  return rows.map((row, nth) => (kept[nth] ? row : { ...row, slug: made.shift() ?? null }))
}

async function selectLabelNames(tx: Tx, projectId: ProjectId): Promise<string[]> {
  const rows = await tx.selectFrom('labels').select('name').where('project_id', '=', projectId).execute()
  return rows.map(({ name }) => name)
}

async function selectPresentIds(
  tx: Tx,
  table: 'links' | 'link_aliases',
  { projectId, rows }: { projectId: ProjectId; rows: readonly TableRow[] },
): Promise<string[]> {
  const ids = rows.map(({ id }) => String(id))
  const { rows: present } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where project_id = ${projectId} and id = any (${ids}::uuid[])`.execute(tx)
  return present.map(({ id }) => id)
}

/** A store whose name is taken here gets a number behind it. */
async function insertStores(
  tx: Tx,
  deps: InsertDeps,
  ctx: OrganizationContext,
  { projectId, table, rows }: RowsOfProject,
): Promise<string[]> {
  const notes: string[] = []
  for (const row of rows) {
    const name = await findFreeName(tx, String(row.name))
    const handle = storeHandle(name)
    const storeId = row.id as StoreId
    const [before, after] = [storeAddress(String(row.handle), deps.origins), storeAddress(handle, deps.origins)]
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

/** Short URLs of a store follow it from its earlier addresses too. */
async function adoptLinksOfHandles(tx: Tx, { origins }: InsertDeps, { projectId, rows }: RowsOfProject): Promise<void> {
  const store = await tx.selectFrom('stores').select(['id', 'handle']).where('project_id', '=', projectId).executeTakeFirst()
  if (store === undefined) return
  const addresses = rows.filter(({ store_id }) => store_id === store.id).map(({ handle }) => storeAddress(String(handle), origins))
  await adoptStoreLinks(tx, projectId, { storeId: store.id, addresses, linkId: null })
  await updatePageTargets(tx, projectId, { storeId: store.id, address: storeAddress(store.handle, origins) })
}

async function findFreeName(tx: Tx, name: string): Promise<string> {
  for (let number = 1; number < 100; number += 1) {
    const tried = number === 1 ? name : `${name.slice(0, 56)} ${number}`
    const row = await tx.selectFrom('store_handles').select('handle').where('handle', '=', storeHandle(tried)).executeTakeFirst()
    if (row === undefined) return tried
  }
  throw new UnreadableArchiveError(
    'A hundred names in a row are taken that the store could have. Give it another name, and export it again.',
  )
}

/**
 * Deletes the projects that an import has created, as if they had never been: the names of their stores may
 * be used again, and their slugs by another import into the organization. Deleting a project deletes its clicks too.
 */
export async function deleteImportedProjects(tx: Tx, projectIds: readonly ProjectId[]): Promise<void> {
  if (projectIds.length === 0) return
  await sql`select release_imported_slugs(${projectIds}::uuid[])`.execute(tx)
  await tx.deleteFrom('store_handles').where('project_id', 'in', projectIds).execute()
  await tx.deleteFrom('projects').where('id', 'in', projectIds).execute()
}
