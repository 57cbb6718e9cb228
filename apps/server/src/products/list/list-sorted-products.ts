// Lists products sorted by a value, such as the name or the number of clicks. A project has at most
// `productsPerProject` products, so all matching products are sorted in memory. Names are sorted by English rules;
// clicks and earnings are numbers that ClickHouse provides. The first page stores the order, and the following pages
// read it.
import { findMainCurrency, type Product, type ProductListSort, type ProductQuery, productId } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { createPageCursor } from '../../platform/page-cursor.ts'
import { type ProductSortFields, selectProductsById, selectSortFields, toProductFilter } from '../product-table.ts'
import { toProduct } from '../to-product.ts'
import type { ProductNumberQueries } from './product-numbers.ts'
import type { SortedLists, SortedProduct } from './sorted-lists.ts'

type ValueSort = Exclude<ProductListSort, 'order'>

export type SortDeps = OriginDeps & { numbers: ProductNumberQueries; sortedLists: SortedLists }

const cursors = createPageCursor(
  'sorted-products',
  1,
  z.object({ sort: z.string(), id: productId, value: z.union([z.string(), z.number(), z.null()]) }),
)

/**
 * Returns a page of products, sorted by a value. Pages after the first use the order that the first page stored up to a
 * minute ago, and show the products' current values. If the stored order has expired, a product whose value has changed
 * may appear on two pages or on none. Throws REQUEST_INVALID if the cursor belongs to another order, NOT_FOUND if the
 * organization may not use products, and the errors of the number queries.
 */
export async function listSortedProducts(
  deps: SortDeps,
  ctx: ProjectContext,
  query: ProductQuery,
): Promise<{ products: Product[]; nextCursor: string | undefined }> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const sort = query.sort as ValueSort
  const { cursor, limit } = query
  const after = cursor === undefined ? undefined : cursors.decode(cursor)
  if (cursor !== undefined && after?.sort !== sort) fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] })

  const compare = createComparison(sort)
  const stored = after === undefined ? undefined : deps.sortedLists.find(ctx, query)
  const all = stored ?? (await selectSortValues(deps, ctx, query)).sort(compare)
  if (stored === undefined && all.length > limit) deps.sortedLists.store(ctx, query, all)
  const rest = after === undefined ? all : all.filter((one) => compare(after, one) < 0)

  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const pageIds = page.map(({ id }) => id)
  const rows = pageIds.length === 0 ? [] : await read(ctx, (tx) => selectProductsById(tx, ctx.project.id, pageIds))
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return {
    products: pageIds.flatMap((id) => rowById.get(id) ?? []).map((row) => toProduct(row, deps.origins, ctx)),
    nextCursor: rest.length > limit && last ? cursors.encode({ sort, ...last }) : undefined,
  }
}

/**
 * Returns the matching products and their sort values, in no particular order. Reads only the values that the order
 * needs.
 */
async function selectSortValues(
  { numbers }: SortDeps,
  ctx: ProjectContext,
  { sort, tz, ...query }: ProductQuery,
): Promise<SortedProduct[]> {
  const fields = await read(ctx, async (tx) => selectSortFields(tx, ctx.project.id, await toProductFilter(tx, ctx, query)))
  const ids = fields.map(({ id }) => id)
  const toSortedProducts = (toValue: (product: ProductSortFields) => SortedProduct['value']) =>
    fields.map((product) => ({ id: product.id, value: toValue(product) }))
  switch (sort as ValueSort) {
    case 'name':
      return toSortedProducts(({ name }) => name)
    case 'newest':
      return toSortedProducts(() => 0)
    case 'price':
      return toSortedProducts(({ price }) => (price === null ? null : Number(price.amount)))
    case 'clicks': {
      const traffic = await numbers.findTraffic(ctx, tz, ids)
      return toSortedProducts(({ id }) => traffic.get(id)?.clicks ?? 0)
    }
    case 'click_through': {
      const traffic = await numbers.findTraffic(ctx, tz, ids)
      return toSortedProducts(({ id }) => traffic.get(id)?.click_through ?? null)
    }
    case 'earned': {
      const earned = await numbers.findEarned(ctx, tz, ids)
      const currency = findMainCurrency([...earned.values()].flat())
      return toSortedProducts(({ id }) => earned.get(id)?.find((amount) => amount.currency === currency)?.earned ?? 0)
    }
  }
}

const names = new Intl.Collator('en', { numeric: true })

/**
 * Returns a function that compares products. Names are sorted alphabetically, and numbers from highest to lowest. If
 * values are equal, the newest product, which has the highest id, comes first.
 */
function createComparison(sort: ValueSort): (one: SortedProduct, other: SortedProduct) => number {
  return (one, other) => compareValues(sort, one.value, other.value) || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

function compareValues(sort: ValueSort, one: SortedProduct['value'], other: SortedProduct['value']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sort === 'name' ? names.compare(String(one), String(other)) : Number(other) - Number(one)
}
