// Statements on `products`, `product_categories` and `product_links`; those on several rows at once are in
// `bulk/bulk-product-table.ts`.
import {
  type CategoryId,
  type LinkId,
  mediaPath,
  type OrganizationId,
  type ProductAvailability,
  type ProductId,
  type ProjectId,
  uploadsNamedIn,
} from '@linkshelf/contract'
import { type Expression, type Generated, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import { isShownAtInSql, type ScheduleColumns } from '../stores/index.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    products: ScheduleColumns & {
      id: ProductId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      description: string | null
      image_url: string | null
      product_url: string | null
      /** Names and values in the order of the owner, as JSON text when written. */
      attributes: Record<string, string>
      is_active: boolean
      is_in_store: boolean
      availability: Generated<ProductAvailability>
      position: string
      short_link_id: LinkId | null
      created_at: Date
    }
    product_categories: { organization_id: OrganizationId; project_id: ProjectId; product_id: ProductId; category_id: CategoryId }
    product_links: { organization_id: OrganizationId; project_id: ProjectId; product_id: ProductId; link_id: LinkId; rank: number }
  }
}

const productColumns = [
  'id',
  'name',
  'description',
  'image_url',
  'product_url',
  'attributes',
  'is_active',
  'is_in_store',
  'availability',
  'show_from',
  'show_until',
  'position',
] as const

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]> & {
  categories: CategoryId[]
  links: LinkId[]
  short_link_id: LinkId | null
  /** The slug of the short URL of its page, unless that link was deleted. */
  short_slug: string | null
}
export type NewProduct = Omit<Selectable<Tables['products']>, 'organization_id' | 'project_id' | 'short_link_id'>
export type ProductValues = Updateable<Omit<Tables['products'], 'id' | 'organization_id' | 'project_id' | 'created_at'>>

function productsOf(tx: Tx, projectId: ProjectId) {
  return tx
    .selectFrom('products')
    .where('products.project_id', '=', projectId)
    .select(productColumns)
    .select('short_link_id')
    .select([
      sql<CategoryId[]>`array(select category_id from product_categories where product_id = products.id order by category_id)`.as(
        'categories',
      ),
      // A join could read all links of the project for each product, while the tables are not analyzed
      // since they were filled.
      sql<LinkId[]>`array(select link_id from product_links
        where product_id = products.id and (select deleted_at is null from links where links.id = link_id)
        order by rank, link_id)`.as('links'),
      sql<string | null>`(select slug from links where links.id = products.short_link_id and deleted_at is null)`.as('short_slug'),
    ])
}

export interface ProductFilter {
  /** Part of the name, whatever its case. */
  search?: string | undefined
  category?: CategoryId | undefined
  /** Restricts the products to those that visitors of the store see at this time. */
  visibleAt?: Date
}

export interface ProductPosition {
  position: string
  id: ProductId
}

/** Selects products in the order of the owner, after this position. Relies on products_position_idx. */
export function selectProducts(
  tx: Tx,
  projectId: ProjectId,
  { search, category, visibleAt }: ProductFilter,
  { after, limit }: { after?: ProductPosition | undefined; limit: number },
): Promise<ProductRow[]> {
  return productsOf(tx, projectId)
    .where(({ and, exists, selectFrom }) => {
      const conditions: Expression<SqlBool>[] = []
      if (after) conditions.push(sql`(position, products.id) > (${after.position}::numeric, ${after.id}::uuid)`)
      if (search) conditions.push(sql`strpos(lower(name), lower(${search})) > 0`)
      if (visibleAt) conditions.push(sql`is_active and is_in_store and availability <> 'hidden'`, isShownAtInSql(visibleAt))
      if (category)
        conditions.push(
          exists(
            selectFrom('product_categories')
              .select('category_id')
              .whereRef('product_id', '=', 'products.id')
              .where('category_id', '=', category),
          ),
        )
      return and(conditions)
    })
    .orderBy('position')
    .orderBy('products.id')
    .limit(limit)
    .execute()
}

/** Selects products in no particular order. */
export function selectProductsById(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductRow[]> {
  return productsOf(tx, projectId).where('products.id', 'in', productIds).execute()
}

export function selectProduct(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<ProductRow | undefined> {
  return productsOf(tx, projectId).where('products.id', '=', productId).executeTakeFirst()
}

/**
 * The product, locked against changes and deletion until the transaction ends. It is read after it is locked: a
 * statement that waits for a lock would return the categories and links of before.
 */
export async function lockProductForUpdate(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<ProductRow | undefined> {
  await tx.selectFrom('products').select('id').where('project_id', '=', projectId).where('id', '=', productId).forUpdate().execute()
  return selectProduct(tx, projectId, productId)
}

/** The id of the product, locked against deletion until the transaction ends. */
export async function lockProductForShare(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<ProductId | undefined> {
  const row = await tx
    .selectFrom('products')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', productId)
    .forShare()
    .executeTakeFirst()
  return row?.id
}

/** Locks the list of products until the transaction ends: no other transaction adds or moves one. */
export async function lockProductListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`products:${projectId}`}, 0))`.execute(tx)
}

export async function countProducts(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = await tx
    .selectFrom('products')
    .select((products) => products.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}

/** The number of products of each category that has any. Relies on product_categories_category_id_idx. */
export async function countProductsByCategory(tx: Tx, projectId: ProjectId): Promise<Map<CategoryId, number>> {
  const rows = await tx
    .selectFrom('product_categories')
    .select(['category_id', (products) => products.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .groupBy('category_id')
    .execute()
  return new Map(rows.map(({ category_id, count }) => [category_id, count]))
}

export async function insertProduct(tx: Tx, { organization, project }: ProjectContext, product: NewProduct): Promise<void> {
  await tx
    .insertInto('products')
    .values({ ...product, attributes: toJson(product.attributes), organization_id: organization.id, project_id: project.id })
    .execute()
}

/** The caller has locked the product. */
export async function updateProductRow(tx: Tx, projectId: ProjectId, productId: ProductId, values: ProductValues): Promise<void> {
  const { attributes, ...others } = values
  await tx
    .updateTable('products')
    .set({ ...others, ...(attributes !== undefined && { attributes: toJson(attributes as Record<string, string>) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', productId)
    .execute()
}

/** Sends text, because the driver would order an object's keys in its own way. */
function toJson(attributes: Record<string, string>) {
  return sql<Record<string, string>>`${JSON.stringify(attributes)}::json`
}

export async function deleteProductRow(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<void> {
  await tx.deleteFrom('products').where('project_id', '=', projectId).where('id', '=', productId).execute()
}

/** Replaces the categories of a product. The caller has locked the product and the categories. */
export async function replaceProductCategories(
  tx: Tx,
  { organization, project }: ProjectContext,
  productId: ProductId,
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await tx.deleteFrom('product_categories').where('project_id', '=', project.id).where('product_id', '=', productId).execute()
  if (categoryIds.length === 0) return
  const key = { organization_id: organization.id, project_id: project.id, product_id: productId }
  await tx
    .insertInto('product_categories')
    .values(categoryIds.map((category_id) => ({ ...key, category_id })))
    .execute()
}

/** Replaces the links of a product, in this order. The caller has locked the product and the links. */
export async function replaceProductLinks(
  tx: Tx,
  { organization, project }: ProjectContext,
  productId: ProductId,
  linkIds: readonly LinkId[],
): Promise<void> {
  await tx.deleteFrom('product_links').where('project_id', '=', project.id).where('product_id', '=', productId).execute()
  if (linkIds.length === 0) return
  const key = { organization_id: organization.id, project_id: project.id, product_id: productId }
  await tx
    .insertInto('product_links')
    .values(linkIds.map((link_id, rank) => ({ ...key, link_id, rank })))
    .execute()
}

/** The hosts that links lead to: of products in the store, whether shown now or not, and these. Each once. */
export async function selectLinkedHosts(tx: Tx, projectId: ProjectId, linkIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct substring(target from '^https?://([^/?#:]*)') as host
    from links
    where project_id = ${projectId} and deleted_at is null and (id = any(${linkIds}) or id in (
      select link_id from product_links join products on products.id = product_id where products.project_id = ${projectId} and is_in_store
    ))
    order by host`.execute(tx)
  return rows.map(({ host }) => host)
}

/** The uploads that products of the organization name. */
export async function listProductUploads(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('products').select('image_url').where('image_url', 'like', `%${mediaPath}%`).execute()
  return rows.flatMap(({ image_url }) => uploadsNamedIn(image_url ?? ''))
}

export async function selectProductIds(tx: Tx, projectId: ProjectId): Promise<ProductId[]> {
  const rows = await tx.selectFrom('products').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export function selectProductNames(tx: Tx, projectId: ProjectId, ids: readonly ProductId[]) {
  return tx.selectFrom('products').select(['id', 'name']).where('project_id', '=', projectId).where('id', 'in', ids).execute()
}

/** The product of each of these links that belongs to one product only. */
export async function selectProductsOfLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<Map<LinkId, ProductId>> {
  const { rows } = await sql<{ link_id: LinkId; product_id: ProductId }>`
    select link_id, min(product_id::text) as product_id from product_links
    where project_id = ${projectId} and link_id = any(${linkIds}::uuid[]) group by link_id having count(*) = 1`.execute(tx)
  return new Map(rows.map(({ link_id, product_id }) => [link_id, product_id]))
}
