// Statements on `product_categories` and `product_links`, which store the categories and links of products. Statements
// on several products at once are in `bulk/bulk-product-table.ts`.
import type { CategoryId, LinkId, ProductId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, type ProjectContext } from '../access/index.ts'
import { lockCategoriesForShare } from '../categories/index.ts'
import { isRestorableLink, lockExistingLinksForShare } from '../links/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'

interface ProductReferences {
  productId: ProductId
  categories?: readonly CategoryId[] | undefined
  urls?: readonly LinkId[] | undefined
}

/**
 * Replaces the product's categories if `categories` is given, and its links if `urls` is given. The given categories
 * and links stay locked against deletion until the transaction ends. Throws CATEGORY_NOT_FOUND or LINK_NOT_FOUND if the
 * project does not have one of them.
 */
export async function replaceReferences(tx: Tx, ctx: ProjectContext, { productId, categories, urls }: ProductReferences): Promise<void> {
  if (categories !== undefined) {
    const existing = await lockCategoriesForShare(tx, ctx.project.id, categories)
    if (existing.length < categories.length) fail('CATEGORY_NOT_FOUND')
    await replaceProductCategories(tx, ctx, productId, categories)
  }
  if (urls !== undefined) {
    const existing = await lockExistingLinksForShare(tx, ctx.project.id, urls)
    if (existing.length < urls.length) fail('LINK_NOT_FOUND')
    await replaceProductLinks(tx, ctx, productId, urls)
  }
}

/**
 * Changes the product's categories to the given categories. Writes only the differences, because each changed row
 * causes the category's picture to be drawn again. The caller has locked the product and the categories.
 */
async function replaceProductCategories(
  tx: Tx,
  { organization, project }: ProjectContext,
  productId: ProductId,
  categoryIds: readonly CategoryId[],
): Promise<void> {
  await sql`delete from product_categories
    where project_id = ${project.id} and product_id = ${productId} and category_id <> all (${categoryIds}::uuid[])`.execute(tx)
  await sql`insert into product_categories (organization_id, project_id, product_id, category_id)
    select ${organization.id}, ${project.id}, ${productId}, category_id from unnest(${categoryIds}::uuid[]) as category_id
    on conflict do nothing`.execute(tx)
}

/**
 * Replaces the product's links, in the given order. Deleted links that can be restored stay. The caller has locked the
 * product and the links.
 */
async function replaceProductLinks(
  tx: Tx,
  { organization, project }: ProjectContext,
  productId: ProductId,
  linkIds: readonly LinkId[],
): Promise<void> {
  await tx
    .deleteFrom('product_links')
    .where('project_id', '=', project.id)
    .where('product_id', '=', productId)
    .where(sql<boolean>`not ${isRestorableLink('product_links.link_id')}`)
    .execute()
  if (linkIds.length === 0) return
  const key = { organization_id: organization.id, project_id: project.id, product_id: productId }
  await tx
    .insertInto('product_links')
    .values(linkIds.map((link_id, rank) => ({ ...key, link_id, rank })))
    .execute()
}

/**
 * Returns the number of products by category. Categories without products are omitted. Relies on
 * product_categories_category_id_idx.
 */
export async function countProductsByCategory(tx: Tx, projectId: ProjectId): Promise<Map<CategoryId, number>> {
  const rows = await tx
    .selectFrom('product_categories')
    .select(['category_id', (products) => products.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .groupBy('category_id')
    .execute()
  return new Map(rows.map(({ category_id, count }) => [category_id, count]))
}

/** Selects the links of these products, including deleted links. */
export function selectLinksOfProducts(
  tx: Tx,
  projectId: ProjectId,
  productIds: readonly string[],
): Promise<{ product_id: ProductId; link_id: LinkId }[]> {
  return tx
    .selectFrom('product_links')
    .select(['product_id', 'link_id'])
    .where('project_id', '=', projectId)
    .where('product_id', '=', sql<ProductId>`any(${productIds}::uuid[])`)
    .execute()
}

/** Returns the links of the store's products, each link once. Includes products that are not shown now. */
export async function selectLinksOfStore(tx: Tx, projectId: ProjectId): Promise<LinkId[]> {
  const { rows } = await sql<{ link_id: LinkId }>`
    select distinct link_id from product_links join products on products.id = product_id
    where products.project_id = ${projectId} and is_in_store`.execute(tx)
  return rows.map(({ link_id }) => link_id)
}

/** Returns the product of each given link. Omits links that belong to several products. */
export async function selectProductsOfLinks(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<Map<LinkId, ProductId>> {
  const { rows } = await sql<{ link_id: LinkId; product_id: ProductId }>`
    select link_id, min(product_id::text) as product_id from product_links
    where project_id = ${projectId} and link_id = any(${linkIds}::uuid[]) group by link_id having count(*) = 1`.execute(tx)
  return new Map(rows.map(({ link_id, product_id }) => [link_id, product_id]))
}
