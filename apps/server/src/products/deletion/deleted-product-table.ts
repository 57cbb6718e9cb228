// Every statement on `deleted_products`, which has the rows of deleted products until they are restored or erased.
import {
  type CategoryId,
  type LinkId,
  listUploadAddresses,
  mediaPath,
  type OrganizationId,
  type ProductId,
  type ProjectId,
} from '@linkshelf/contract'
import { type JSONColumnType, type SqlBool, sql } from 'kysely'
import { selectActorOfChange } from '../../access/index.ts'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    deleted_products: {
      id: ProductId
      organization_id: OrganizationId
      project_id: ProjectId
      deleted_at: Date
      /** The row of `products`. A column that was added to `products` after the deletion is missing. */
      product: JSONColumnType<object>
      category_ids: CategoryId[]
      /** In the order of the product's links. */
      link_ids: LinkId[]
      /** Slugs that lead to the product's page, oldest first. */
      earlier_slugs: string[]
    }
  }
}

/**
 * Moves products with their categories, links and earlier slugs to `deleted_products`. The caller must lock the
 * products and their categories. Otherwise a simultaneous deletion of a category could deadlock, because both
 * transactions delete some of the same rows in different orders.
 */
export async function moveToDeletedProducts(
  tx: Tx,
  { project, now }: { project: { id: ProjectId }; now: Date },
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return
  await sql`
    insert into deleted_products (id, organization_id, project_id, deleted_at, product, category_ids, link_ids, earlier_slugs)
    select id, organization_id, project_id, ${now}, row_to_json(products),
      array(select category_id from product_categories where product_id = products.id order by category_id),
      array(select link_id from product_links where product_id = products.id order by rank, link_id),
      array(select page_slugs.slug from page_slugs where product_id = products.id and replaced_at is not null order by replaced_at)
    from products where project_id = ${project.id} and id = any (${productIds}::uuid[])`.execute(tx)
  await tx.deleteFrom('products').where('project_id', '=', project.id).where('id', 'in', productIds).execute()
}

export interface DeletedProductPosition {
  deletedAt: Date
  id: ProductId
}

/**
 * Selects the products that were deleted after `since`, last deleted first, and who deleted them. `search` is a part of
 * the name and ignores case. Relies on deleted_products_deleted_idx.
 */
export function selectDeletedProducts(
  tx: Tx,
  projectId: ProjectId,
  { since, search, after, limit }: { since: Date; search: string | undefined; after: DeletedProductPosition | undefined; limit: number },
) {
  return tx
    .selectFrom('deleted_products')
    .select(['id', 'deleted_at', sql<string>`product ->> 'name'`.as('name'), sql<string | null>`product ->> 'image_url'`.as('image_url')])
    .select(selectActorOfChange({ table: 'deleted_products', at: 'deleted_at' }).as('deleted_by'))
    .where('project_id', '=', projectId)
    .where('deleted_at', '>', since)
    .$if(Boolean(search), (query) => query.where(sql<SqlBool>`strpos(lower(product ->> 'name'), lower(${search})) > 0`))
    .$if(after !== undefined, (query) => query.where(sql<SqlBool>`(deleted_at, id) < (${after?.deletedAt}, ${after?.id})`))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Like `selectDeletedProducts`, but only the given products, sorted by id and locked until the transaction ends. */
export function lockDeletedProductsForUpdate(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[], since: Date) {
  return tx
    .selectFrom('deleted_products')
    .select(['id', 'category_ids'])
    .select([
      sql<string>`product ->> 'name'`.as('name'),
      sql<string>`product ->> 'slug'`.as('slug'),
      sql<boolean>`(product ->> 'is_pinned')::boolean`.as('is_pinned'),
      sql<string[]>`array(select json_object_keys(product))`.as('columns'),
    ])
    .where('project_id', '=', projectId)
    .where('id', 'in', productIds)
    .where('deleted_at', '>', since)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The columns of `products` that a restored product gets as they were. The others may have to change. */
const restoredColumns = Object.keys({
  id: true,
  organization_id: true,
  project_id: true,
  name: true,
  description: true,
  image_url: true,
  image_focus: true,
  product_url: true,
  attributes: true,
  is_active: true,
  is_in_store: true,
  availability: true,
  price: true,
  position: true,
  show_from: true,
  show_until: true,
  created_at: true,
} satisfies Record<Exclude<keyof Tables['products'], 'slug' | 'is_pinned' | 'short_link_id'>, true>)

export interface RestoredRow {
  id: ProductId
  slug: string
  is_pinned: boolean
  /** The columns of the deleted row. */
  columns: readonly string[]
}

/**
 * Moves deleted products back to `products`, with the given slugs. A product gets back the categories and links that
 * exist, and the earlier slugs that no other page uses. The caller must have locked the deleted products, the list of
 * products, the project's slugs and the categories.
 */
export async function moveToProducts(
  tx: Tx,
  { project, now }: { project: { id: ProjectId }; now: Date },
  rows: readonly RestoredRow[],
): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (id uuid, slug text, is_pinned boolean)
    join deleted_products on deleted_products.id = given.id and deleted_products.project_id = ${project.id}`
  // A column that was added to `products` after a deletion gets its default. Such rows are inserted separately.
  const byColumns = Map.groupBy(rows, ({ columns }) => restoredColumns.filter((column) => columns.includes(column)).join())
  for (const [joined, group] of byColumns) {
    const columns = joined.split(',')
    await sql`
      insert into products (${sql.join(columns.map((column) => sql.ref(column)))}, slug, is_pinned, short_link_id)
      select ${sql.join(columns.map((column) => sql.ref(`stored.${column}`)))}, given.slug, given.is_pinned,
        (select links.id from links where links.id = stored.short_link_id)
      from ${given}, json_populate_record(null::products, product) as stored
      where given.id = any (${group.map(({ id }) => id)}::uuid[])`.execute(tx)
  }
  await sql`
    insert into product_categories (organization_id, project_id, product_id, category_id)
    select deleted_products.organization_id, deleted_products.project_id, deleted_products.id, categories.id
    from ${given} join categories on categories.id = any (category_ids) and categories.project_id = deleted_products.project_id`.execute(tx)
  await sql`
    insert into product_links (organization_id, project_id, product_id, link_id, rank)
    select deleted_products.organization_id, deleted_products.project_id, deleted_products.id, links.id, nth - 1
    from ${given}, unnest(link_ids) with ordinality as linked (link_id, nth)
    join links on links.id = link_id`.execute(tx)
  await sql`
    insert into page_slugs (organization_id, project_id, slug, product_id, replaced_at)
    select deleted_products.organization_id, deleted_products.project_id, earlier.slug, deleted_products.id,
      ${now}::timestamptz - (cardinality(earlier_slugs) - nth) * interval '1 millisecond'
    from ${given}, unnest(earlier_slugs) with ordinality as earlier (slug, nth)
    on conflict do nothing`.execute(tx)
  await tx
    .deleteFrom('deleted_products')
    .where('project_id', '=', project.id)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

/**
 * Selects projects with products that were deleted until `until`, or with more than `limit` deleted products. `db` must
 * use the database account of the jobs process.
 */
export async function selectProjectsToErase(db: Db, until: Date, limit: number) {
  return db
    .selectFrom('deleted_products')
    .select(['organization_id', 'project_id'])
    .groupBy(['organization_id', 'project_id'])
    .having(sql<SqlBool>`min(deleted_at) <= ${until} or count(*) > ${limit}`)
    .execute()
}

/**
 * Selects at most `limit` products that were deleted until `until`, or that are not among the `keep` products that were
 * deleted last.
 */
export async function selectErasable(
  tx: Tx,
  projectId: ProjectId,
  { until, keep, limit }: { until: Date; keep: number; limit: number },
): Promise<ProductId[]> {
  const { rows } = await sql<{ id: ProductId }>`
    select id from (
      select id, deleted_at, row_number() over (order by deleted_at desc, id desc) as nth from deleted_products where project_id = ${projectId}
    ) as ranked
    where deleted_at <= ${until} or nth > ${keep} order by nth desc limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Erases deleted products. Returns the erased products in no particular order. */
export async function eraseDeletedProducts(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
): Promise<{ id: ProductId; name: string }[]> {
  // The products are locked in the order of their ids, so that two transactions do not deadlock.
  const locked = await tx
    .selectFrom('deleted_products')
    .select(['id', sql<string>`product ->> 'name'`.as('name')])
    .where('project_id', '=', projectId)
    .where('id', 'in', productIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (locked.length === 0) return []
  await tx
    .deleteFrom('deleted_products')
    .where('project_id', '=', projectId)
    .where(
      'id',
      'in',
      locked.map(({ id }) => id),
    )
    .execute()
  return locked
}

/** Returns the given products that were deleted after `since`. */
export async function selectRestorableProductIds(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly string[],
  since: Date,
): Promise<ProductId[]> {
  const rows = await tx
    .selectFrom('deleted_products')
    .select('id')
    .where('project_id', '=', projectId)
    .where(sql<SqlBool>`id = any (${productIds}::uuid[])`)
    .where('deleted_at', '>', since)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the uploads that the organization's deleted products use. */
export async function listDeletedProductUploads(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    select product ->> 'image_url' as image_url from deleted_products where product ->> 'image_url' like ${`%${mediaPath}%`}`.execute(tx)
  return rows.flatMap(({ image_url }) => listUploadAddresses(image_url))
}
