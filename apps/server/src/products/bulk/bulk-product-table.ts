// Statements on several rows of `products` and `product_categories`. Products are locked in the order of their ids,
// then categories in the order of theirs, so that two transactions on the same rows don't deadlock.
import { type CategoryId, categoriesPerProduct, type LinkId, type ProductId, type ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type NewProduct, type ProductRow, selectProductsById } from '../product-table.ts'

/**
 * Locks the given products, if they exist, until the transaction ends. The products are read after they are locked, so
 * that their categories are current.
 */
export async function lockProductsForUpdate(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductRow[]> {
  if (productIds.length === 0) return []
  await tx
    .selectFrom('products')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', productIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  return selectProductsById(tx, projectId, productIds)
}

/** The columns that a file can set, with their PostgreSQL types. A file can't set the excluded columns. */
const typeByImportedColumn: Record<Exclude<keyof NewProduct, 'id' | 'is_pinned' | 'position' | 'created_at'>, string> = {
  name: 'text',
  slug: 'text',
  description: 'text',
  image_url: 'text',
  image_focus: 'jsonb',
  product_url: 'text',
  attributes: 'json',
  is_active: 'boolean',
  is_in_store: 'boolean',
  availability: 'text',
  price: 'jsonb',
  show_from: 'timestamptz',
  show_until: 'timestamptz',
}
const importedColumns = Object.keys(typeByImportedColumn) as (keyof typeof typeByImportedColumn)[]

/** The values that a file gives for a product. */
export type ImportedProductValues = Pick<ProductRow, 'id' | keyof typeof typeByImportedColumn>

/**
 * Returns an SQL table of the products. All products are in one query parameter, because a query's number of parameters
 * is limited.
 */
function toRecordset(products: readonly ImportedProductValues[]) {
  const types = Object.entries(typeByImportedColumn).map(([name, type]) => `${name} ${type}`)
  return sql`json_to_recordset(${JSON.stringify(products.map((product, nth) => ({ ...product, nth })))}::json)
    as given (nth int, id uuid, ${sql.raw(types.join(', '))})`
}

/**
 * Adds products in the given order. The first product gets the given position, and the others follow it. The caller has
 * locked the product list.
 */
export async function insertProducts(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  products: readonly ImportedProductValues[],
  position: string,
): Promise<void> {
  const names = sql.raw(importedColumns.join(', '))
  await sql`insert into products (id, organization_id, project_id, ${names}, position, created_at)
    select id, ${organization.id}, ${project.id}, ${names}, ${position}::numeric + nth, ${now} from ${toRecordset(products)}`.execute(tx)
}

/** Writes the given values. The caller must have locked the products, also for the statements below. */
export async function updateProductRows(tx: Tx, projectId: ProjectId, products: readonly ImportedProductValues[]): Promise<void> {
  if (products.length === 0) return
  // The join already selects these products. The condition on ids is only for speed: without it, PostgreSQL could
  // compare each product in the project with each given product.
  await sql`update products set ${sql.raw(importedColumns.map((name) => `${name} = given.${name}`).join(', '))}
    from ${toRecordset(products)}
    where products.id = given.id and products.project_id = ${projectId}
      and products.id = any (${products.map((product) => product.id)}::uuid[])`.execute(tx)
}

export async function updateProductVisibility(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
  isActive: boolean,
): Promise<void> {
  await tx.updateTable('products').set({ is_active: isActive }).where('project_id', '=', projectId).where('id', 'in', productIds).execute()
}

/** Adds each category to each product, unless the product already has the category. */
export async function insertProductCategories(
  tx: Tx,
  { organization, project }: ProjectContext,
  productIds: readonly ProductId[],
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await sql`insert into product_categories (organization_id, project_id, product_id, category_id)
    select ${organization.id}, ${project.id}, product_id, category_id
    from unnest(${productIds}::uuid[]) as product_id cross join unnest(${categoryIds}::uuid[]) as category_id
    on conflict do nothing`.execute(tx)
}

/** Categories and links to add to a product, without duplicates. Links are added after the product's other links. */
export interface AddedReferences {
  productId: ProductId
  categories: readonly CategoryId[]
  links: readonly LinkId[]
}

export async function insertReferences(
  tx: Tx,
  { organization, project }: ProjectContext,
  added: readonly AddedReferences[],
): Promise<void> {
  const categories = added.flatMap(({ productId, categories: ids }) => ids.map((id) => ({ product_id: productId, id })))
  const links = added.flatMap(({ productId, links: ids }) => ids.map((id, nth) => ({ product_id: productId, id, nth })))
  const toReferenceRecordset = (references: object[]) =>
    sql`json_to_recordset(${JSON.stringify(references)}::json) as given (product_id uuid, id uuid, nth int)`
  await sql`insert into product_categories (organization_id, project_id, product_id, category_id)
    select ${organization.id}, ${project.id}, product_id, id from ${toReferenceRecordset(categories)} on conflict do nothing`.execute(tx)
  await sql`insert into product_links (organization_id, project_id, product_id, link_id, rank)
    select ${organization.id}, ${project.id}, given.product_id, id,
      coalesce((select max(rank) + 1 from product_links as present where present.product_id = given.product_id), 0) + nth
    from ${toReferenceRecordset(links)}`.execute(tx)
}

/** Removes from each given product the categories that its `categories` does not list. */
export async function deleteOtherCategories(tx: Tx, projectId: ProjectId, products: readonly AddedReferences[]): Promise<void> {
  if (products.length === 0) return
  const kept = products.flatMap(({ productId, categories }) => categories.map((id) => ({ product_id: productId, id })))
  await sql`delete from product_categories
    where project_id = ${projectId} and product_id = any (${products.map(({ productId }) => productId)}::uuid[])
      and (product_id, category_id) not in (
        select product_id, id from json_to_recordset(${JSON.stringify(kept)}::json) as given (product_id uuid, id uuid))`.execute(tx)
}

export async function deleteProductCategories(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly ProductId[],
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await tx
    .deleteFrom('product_categories')
    .where('project_id', '=', projectId)
    .where('product_id', 'in', productIds)
    .where('category_id', 'in', categoryIds)
    .execute()
}

/** Returns the given products that exceed the limit of categories per product. */
export async function selectOvercategorized(tx: Tx, projectId: ProjectId, productIds: readonly ProductId[]): Promise<ProductId[]> {
  const rows = await tx
    .selectFrom('product_categories')
    .select('product_id')
    .where('project_id', '=', projectId)
    .where('product_id', 'in', productIds)
    .groupBy('product_id')
    .having((group) => group.fn.countAll(), '>', categoriesPerProduct)
    .execute()
  return rows.map((row) => row.product_id)
}
