import type { AnalyticsQuery, ProductNumbers } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { type FindProductNumbers, findProductNames, selectLinksOfProducts } from '../products/index.ts'
import { findClickScope } from './deletions/click-scope.ts'
import type { FindLinkTotals } from './get-clicks.ts'
import { queryTopProducts } from './queries/traffic-query.ts'
import { parseRequestedRange } from './requested-filter.ts'

type NumbersDeps = ClickDeps & { findLinkTotals: FindLinkTotals }

/** Returns the numbers of products in the organization's window, for the orders of a list. */
export function createProductNumbers(deps: NumbersDeps): FindProductNumbers {
  return (ctx, tz, productIds) => findNumbers(deps, ctx, { tz, bots: 'exclude' }, productIds)
}

/**
 * Returns the products in the order of `product_ids`, without those of other projects. Throws NOT_FOUND without
 * products, and as `parseRequestedRange` does.
 */
export async function getProductNumbers(
  deps: NumbersDeps,
  ctx: ProjectContext,
  { product_ids, ...query }: AnalyticsQuery & { product_ids: readonly string[] },
): Promise<ProductNumbers[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const existing = await findProductNames(ctx, product_ids)
  const ids = product_ids.filter((id) => existing.has(id))
  const numbers = await findNumbers(deps, ctx, query, ids)
  return ids.map((id) => numbers.get(id) ?? { product_id: id, clicks: 0, click_through: null, earned: [] })
}

/** A query names this many products at most; for more, it reads the clicks of every product, deleted ones included. */
const namedMax = 100

const unlimited = 2 ** 31

async function findNumbers(
  { clickhouse, findLinkTotals }: NumbersDeps,
  ctx: ProjectContext,
  { bots, ...query }: AnalyticsQuery,
  productIds: readonly string[],
): Promise<Map<string, ProductNumbers>> {
  const [range, scope] = await Promise.all([parseRequestedRange({ clickhouse }, ctx, query), findClickScope(ctx)])
  const named = productIds.length <= namedMax ? { productIds } : {}
  const counts = await queryTopProducts(clickhouse, scope, { bots, range, limit: unlimited, ...named })
  const countsOf = new Map(counts.map((count) => [count.product_id, count]))
  const links = await read(ctx, (tx) => selectLinksOfProducts(tx, ctx.project.id, productIds))
  const linkIds = [...new Set(links.map(({ link_id }) => link_id))]
  const totals = await findLinkTotals(ctx, query.tz, { dates: range.dates, links: linkIds.map((url_id) => ({ url_id, clicks: [] })) })
  const linksOf = Map.groupBy(links, ({ product_id }) => product_id as string)
  return new Map(
    productIds.map((id) => {
      const { clicks = 0, pageClicks = 0, views = 0 } = countsOf.get(id) ?? {}
      const earned = sumByCurrency((linksOf.get(id) ?? []).flatMap(({ link_id }) => totals.get(link_id) ?? []))
      return [id, { product_id: id, clicks, click_through: views === 0 ? null : pageClicks / views, earned }]
    }),
  )
}

/** The currency with the highest earnings comes first. */
function sumByCurrency(amounts: readonly { currency: string; earned: number }[]): ProductNumbers['earned'] {
  const sums = new Map<string, number>()
  for (const { currency, earned } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + earned)
  return [...sums].map(([currency, earned]) => ({ currency, earned })).sort((one, other) => other.earned - one.earned)
}
