// The orders by a value. A project has at most `productsPerProject` products, so all that match are sorted here: names
// by the rules of a language, and numbers that another system has.
import { type Product, type ProductListSort, type ProductNumbers, type ProductQuery, productId } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, read, requireFeature } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import { createPageCursor } from '../../platform/page-cursor.ts'
import { type ProductSortFields, selectProductsById, selectSortFields } from '../product-table.ts'
import { toProduct } from '../to-product.ts'
import type { FindProductNumbers } from './product-numbers.ts'

type ValueSort = Exclude<ProductListSort, 'order'>

/** A product and the value that it is sorted by; null, which comes last, where it has none. */
interface Sorted {
  id: string
  value: string | number | null
}

const cursors = createPageCursor(
  'sorted-products',
  1,
  z.object({ sort: z.string(), id: productId, value: z.union([z.string(), z.number(), z.null()]) }),
)

const sortsByNumbers: readonly ProductListSort[] = ['clicks', 'click_through', 'earned']

/**
 * Throws REQUEST_INVALID for a cursor of another order, NOT_FOUND without products, and what `findNumbers` throws. A
 * product whose value changes between two pages may be on neither of them, or on both.
 */
export async function listSortedProducts(
  { origins, findNumbers }: OriginDeps & { findNumbers: FindProductNumbers },
  ctx: ProjectContext,
  { sort: requested, tz, cursor, limit, search, category }: ProductQuery,
): Promise<{ products: Product[]; nextCursor: string | undefined }> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const sort = requested as ValueSort
  const after = cursor === undefined ? undefined : cursors.decode(cursor)
  if (cursor !== undefined && after?.sort !== sort) fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] })

  const fields = await read(ctx, (tx) => selectSortFields(tx, ctx.project.id, { search, category }))
  const ids = fields.map(({ id }) => id)
  const numbers = sortsByNumbers.includes(sort) ? await findNumbers(ctx, tz, ids) : new Map<string, ProductNumbers>()
  const toValue = valueFor(sort, numbers)
  const compare = comparisonOf(sort)
  const all = fields.map((product) => ({ id: product.id, value: toValue(product) })).sort(compare)
  const rest = after === undefined ? all : all.filter((one) => compare(after, one) < 0)

  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const pageIds = page.map(({ id }) => id)
  const rows = pageIds.length === 0 ? [] : await read(ctx, (tx) => selectProductsById(tx, ctx.project.id, pageIds))
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return {
    products: pageIds.flatMap((id) => rowById.get(id) ?? []).map((row) => toProduct(row, origins, ctx)),
    nextCursor: rest.length > limit && last ? cursors.encode({ sort, ...last }) : undefined,
  }
}

function valueFor(sort: ValueSort, numbers: ReadonlyMap<string, ProductNumbers>): (product: ProductSortFields) => Sorted['value'] {
  switch (sort) {
    case 'name':
      return ({ name }) => name
    case 'newest':
      return () => 0
    case 'price':
      return ({ price }) => (price === null ? null : Number(price.amount))
    case 'clicks':
      return ({ id }) => numbers.get(id)?.clicks ?? 0
    case 'click_through':
      return ({ id }) => numbers.get(id)?.click_through ?? null
    case 'earned': {
      const currency = mainCurrency([...numbers.values()])
      return ({ id }) => numbers.get(id)?.earned.find((amount) => amount.currency === currency)?.earned ?? 0
    }
  }
}

/** Amounts of two currencies can't be compared, so that in which most products earn decides. */
function mainCurrency(numbers: readonly ProductNumbers[]): string | undefined {
  const groups = Map.groupBy(
    numbers.flatMap(({ earned }) => earned),
    ({ currency }) => currency,
  )
  return [...groups].sort(([one, amounts], [other, others]) => others.length - amounts.length || (one < other ? -1 : 1))[0]?.[0]
}

const names = new Intl.Collator('en', { numeric: true })

/** Names in their order, and numbers with the highest first. The newest comes first among equals: ids tell the age. */
function comparisonOf(sort: ValueSort): (one: Sorted, other: Sorted) => number {
  return (one, other) => compareValues(sort, one.value, other.value) || (one.id < other.id ? 1 : one.id > other.id ? -1 : 0)
}

function compareValues(sort: ValueSort, one: Sorted['value'], other: Sorted['value']): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return sort === 'name' ? names.compare(String(one), String(other)) : Number(other) - Number(one)
}
