// Statements on `products`. Statements on several rows at once are in `bulk/bulk-product-table.ts`, and statements on
// the categories and links of products in `product-references.ts`.
import {
  type CategoryId,
  type CheckedPrice,
  type LinkId,
  listUploadAddresses,
  mediaPath,
  type OrganizationId,
  type PictureFocus,
  type PictureLook,
  type ProductAvailability,
  type ProductId,
  type ProductQuery,
  type ProjectId,
} from '@linkshelf/contract'
import { type Expression, type Generated, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { type ProjectContext, selectImportedIds } from '../access/index.ts'
import { type ShortAddress, selectShortAddress } from '../links/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'
import { createShownAtCondition, type ScheduleColumns, selectPictureLook, selectStoreActive } from '../stores/index.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    products: ScheduleColumns & {
      id: ProductId
      organization_id: OrganizationId
      project_id: ProjectId
      name: string
      /** The last part of the product page's address, after the store's address. */
      slug: Generated<string>
      description: string | null
      image_url: string | null
      image_focus: PictureFocus | null
      product_url: string | null
      /** Names and values in the owner's order. Written as JSON text, which preserves the order. */
      attributes: Record<string, string>
      is_active: boolean
      is_in_store: boolean
      availability: Generated<ProductAvailability>
      price: CheckedPrice | null
      is_pinned: Generated<boolean>
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
  'slug',
  'description',
  'image_url',
  'image_focus',
  'product_url',
  'attributes',
  'is_active',
  'is_in_store',
  'availability',
  'price',
  'is_pinned',
  'show_from',
  'show_until',
  'position',
] as const

export type ProductRow = Pick<Selectable<Tables['products']>, (typeof productColumns)[number]> & {
  categories: CategoryId[]
  links: LinkId[]
  image_look: PictureLook | null
  short_link_id: LinkId | null
  /** The address of the product page's short URL. Null if the page has no short URL or its link was deleted. */
  short_address: ShortAddress | null
  /** Null if the project has no store. */
  is_store_active: boolean | null
}
export type NewProduct = Omit<Selectable<Tables['products']>, 'organization_id' | 'project_id' | 'short_link_id'>
type ProductValues = Updateable<Omit<Tables['products'], 'id' | 'organization_id' | 'project_id' | 'created_at'>>

function createProductQuery(tx: Tx, projectId: ProjectId) {
  return tx
    .selectFrom('products')
    .where('products.project_id', '=', projectId)
    .select(productColumns)
    .select('short_link_id')
    .select([
      sql<CategoryId[]>`array(select category_id from product_categories where product_id = products.id order by category_id)`.as(
        'categories',
      ),
      // Subqueries are used, because joins could read all links of the project for each product if PostgreSQL has no
      // statistics for recently filled tables.
      sql<LinkId[]>`array(select link_id from product_links
        where product_id = products.id and (select deleted_at is null from links where links.id = link_id)
        order by rank, link_id)`.as('links'),
      selectShortAddress('products.short_link_id').as('short_address'),
      selectPictureLook(sql`products.image_url`, sql`products.project_id`).as('image_look'),
      selectStoreActive(sql`products.project_id`).as('is_store_active'),
    ])
}

interface ProductFilter {
  /** Part of the product's name. Case is ignored. */
  search?: string | undefined
  category?: CategoryId | undefined
  ids?: readonly string[] | undefined
  /**
   * Selects only products that visitors can see in the store during the product's schedule. A product outside its
   * schedule is included.
   */
  isOffered?: boolean
  /** Selects only products that visitors see in the store at this time. */
  visibleAt?: Date
}

/** Returns the filter of a query. */
export async function toProductFilter(
  tx: Tx,
  ctx: ProjectContext,
  { search, category, import_id }: Pick<ProductQuery, 'search' | 'category' | 'import_id'>,
): Promise<ProductFilter> {
  const ids = import_id === undefined ? undefined : await selectImportedIds(tx, ctx, { importId: import_id, entity: 'product' })
  return { search, category, ids }
}

export interface ProductPosition {
  position: string
  id: ProductId
}

/**
 * Selects products in the owner's order, after the given position. If `visibleAt` is given, pinned products come first,
 * as in the store. Relies on products_position_idx.
 */
export function selectProducts(
  tx: Tx,
  projectId: ProjectId,
  filter: ProductFilter,
  { after, limit }: { after?: ProductPosition | undefined; limit: number },
): Promise<ProductRow[]> {
  return createProductQuery(tx, projectId)
    .where(({ and, lit }) =>
      and([
        toFilterCondition(filter),
        after ? sql<SqlBool>`(position, products.id) > (${after.position}::numeric, ${after.id}::uuid)` : lit(true),
      ]),
    )
    .$if(filter.visibleAt !== undefined, (query) => query.orderBy('is_pinned', 'desc'))
    .orderBy('position')
    .orderBy('products.id')
    .limit(limit)
    .execute()
}

function toFilterCondition({ search, category, ids, isOffered, visibleAt }: ProductFilter): Expression<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  if (search) conditions.push(sql`strpos(lower(name), lower(${search})) > 0`)
  if (ids) conditions.push(sql`products.id = any (${ids}::uuid[])`)
  if (isOffered || visibleAt) conditions.push(sql`is_active and is_in_store and availability <> 'hidden'`)
  if (visibleAt) conditions.push(createShownAtCondition(visibleAt))
  if (category)
    conditions.push(sql`exists (select from product_categories where product_id = products.id and category_id = ${category}::uuid)`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/**
 * Returns the first time after `after` at which a product with a picture appears or disappears according to its
 * schedule. Undefined if there is no such time.
 */
export async function findNextScheduleChange(
  tx: Tx,
  projectId: ProjectId,
  { category, after }: { category: CategoryId | undefined; after: Date },
): Promise<Date | undefined> {
  const toTimeIfLater = (column: 'show_from' | 'show_until') => sql`case when ${sql.ref(column)} > ${after} then ${sql.ref(column)} end`
  const { next } = await tx
    .selectFrom('products')
    .where('project_id', '=', projectId)
    .where('image_url', 'is not', null)
    .where(toFilterCondition({ category, isOffered: true }))
    .select(sql<Date | null>`min(least(${toTimeIfLater('show_from')}, ${toTimeIfLater('show_until')}))`.as('next'))
    .executeTakeFirstOrThrow()
  return next ?? undefined
}

/** The fields that PostgreSQL provides for sorting a product list. */
export type ProductSortFields = Pick<ProductRow, 'id' | 'name' | 'price'>

/**
 * Selects all products that match the filter, in no particular order. The number of products in a project is limited.
 */
export function selectSortFields(tx: Tx, projectId: ProjectId, filter: ProductFilter): Promise<ProductSortFields[]> {
  return tx
    .selectFrom('products')
    .where('project_id', '=', projectId)
    .where(toFilterCondition(filter))
    .select(['id', 'name', 'price'])
    .execute()
}

/** Selects products in no particular order. */
export function selectProductsById(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductRow[]> {
  return createProductQuery(tx, projectId).where('products.id', 'in', productIds).execute()
}

export function selectProduct(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<ProductRow | undefined> {
  return createProductQuery(tx, projectId).where('products.id', '=', productId).executeTakeFirst()
}

/**
 * Returns the product, locked against changes and deletion until the transaction ends. The product is read after it is
 * locked, because a statement that waits for a lock would return the categories and links from before the wait.
 */
export async function lockProductForUpdate(tx: Tx, projectId: ProjectId, productId: ProductId): Promise<ProductRow | undefined> {
  await tx.selectFrom('products').select('id').where('project_id', '=', projectId).where('id', '=', productId).forUpdate().execute()
  return selectProduct(tx, projectId, productId)
}

/** Returns the id of the product, locked against deletion until the transaction ends. */
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

/** Locks the list of products until the transaction ends, so that no other transaction adds or moves a product. */
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

/** Returns how many products are pinned. Relies on products_pinned_idx. */
export async function countPinnedProducts(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = await tx
    .selectFrom('products')
    .select((products) => products.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('is_pinned', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertProduct(tx: Tx, { organization, project }: ProjectContext, product: NewProduct): Promise<void> {
  await tx
    .insertInto('products')
    .values({ ...product, attributes: toJson(product.attributes), organization_id: organization.id, project_id: project.id })
    .execute()
}

/** The caller must have locked the product. */
export async function updateProductRow(tx: Tx, projectId: ProjectId, productId: ProductId, values: ProductValues): Promise<void> {
  const { attributes, ...others } = values
  await tx
    .updateTable('products')
    .set({ ...others, ...(attributes !== undefined && { attributes: toJson(attributes as Record<string, string>) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', productId)
    .execute()
}

/** Sends JSON text, because the driver would reorder an object's keys. */
function toJson(attributes: Record<string, string>) {
  return sql<Record<string, string>>`${JSON.stringify(attributes)}::json`
}

/** Lists the uploads that the organization's products use. */
export async function listProductUploads(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('products').select('image_url').where('image_url', 'like', `%${mediaPath}%`).execute()
  return rows.flatMap(({ image_url }) => listUploadAddresses(image_url ?? ''))
}

export async function selectProductIds(tx: Tx, projectId: ProjectId): Promise<ProductId[]> {
  const rows = await tx.selectFrom('products').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export function selectProductNames(tx: Tx, projectId: ProjectId, ids: readonly ProductId[]) {
  return tx.selectFrom('products').select(['id', 'name']).where('project_id', '=', projectId).where('id', 'in', ids).execute()
}
