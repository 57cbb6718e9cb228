import type { AnalyticsQuery, ProductNumbers } from '@linkshelf/contract'
import { type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { findProductNames, type ProductNumberQueries, selectLinksOfProducts } from '../products/index.ts'
import type { FindLinkTotals } from './get-clicks.ts'
import type { DayRange } from './intervals.ts'
import { findClickScope } from './queries/click-scope.ts'
import { queryTopProducts } from './queries/traffic-query.ts'
import { parseRequestedRange } from './requested-filter.ts'

type NumbersDeps = ClickDeps & { findLinkTotals: FindLinkTotals }

/**
 * Creates the queries of traffic and earnings by which a list of products is sorted. Both queries cover the
 * organization's default range.
 */
export function createProductNumberQueries(deps: NumbersDeps): ProductNumberQueries {
  return {
    findTraffic: async (ctx, tz, ids) =>
      queryTraffic(deps, ctx, { range: await parseRequestedRange(deps, ctx, { tz }), bots: 'exclude' }, ids),
    findEarned: async (ctx, tz, ids) => queryEarned(deps, ctx, { range: await parseRequestedRange(deps, ctx, { tz }), tz }, ids),
  }
}

/**
 * Returns the numbers of the products, in the order of `product_ids`, without products of other projects. Throws
 * NOT_FOUND if the plan has no products, and the errors of `parseRequestedRange`.
 */
export async function getProductNumbers(
  deps: NumbersDeps,
  ctx: ProjectContext,
  { product_ids, bots, ...query }: AnalyticsQuery & { product_ids: readonly string[] },
): Promise<ProductNumbers[]> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const existing = await findProductNames(ctx, product_ids)
  const ids = product_ids.filter((id) => existing.has(id))
  const range = await parseRequestedRange(deps, ctx, query)
  const [traffic, earned] = await Promise.all([
    queryTraffic(deps, ctx, { range, bots }, ids),
    queryEarned(deps, ctx, { range, tz: query.tz }, ids),
  ])
  return ids.map((id) => ({ product_id: id, clicks: 0, click_through: null, ...traffic.get(id), earned: earned.get(id) ?? [] }))
}

/**
 * Maximum number of product ids in a query. If there are more ids, the query reads the clicks of every product,
 * including deleted products.
 */
const namedMax = 100

const unlimited = 2 ** 31

async function queryTraffic(
  { clickhouse }: NumbersDeps,
  ctx: ProjectContext,
  { range, bots }: { range: DayRange; bots: AnalyticsQuery['bots'] },
  productIds: readonly string[],
): Promise<Map<string, Pick<ProductNumbers, 'clicks' | 'click_through'>>> {
  const named = productIds.length <= namedMax ? { productIds } : {}
  const counts = await queryTopProducts(clickhouse, await findClickScope(ctx), { bots, range, limit: unlimited, ...named })
  return new Map(
    counts.map(({ product_id, clicks, pageClicks, views }) => [
      product_id,
      { clicks, click_through: views === 0 ? null : pageClicks / views },
    ]),
  )
}

async function queryEarned(
  { findLinkTotals }: NumbersDeps,
  ctx: ProjectContext,
  { range: { dates }, tz }: { range: DayRange; tz: string },
  productIds: readonly string[],
): Promise<Map<string, ProductNumbers['earned']>> {
  const links = await read(ctx, (tx) => selectLinksOfProducts(tx, ctx.project.id, productIds))
  const linkIds = [...new Set(links.map(({ link_id }) => link_id))]
  const totals = await findLinkTotals(ctx, tz, { dates, links: linkIds.map((url_id) => ({ url_id, clicks: [] })) })
  const linksByProduct = Map.groupBy(links, ({ product_id }) => product_id as string)
  return new Map([...linksByProduct].map(([id, own]) => [id, sumByCurrency(own.flatMap(({ link_id }) => totals.get(link_id) ?? []))]))
}

/** Returns the earnings of each currency, highest first. */
function sumByCurrency(amounts: readonly { currency: string; earned: number }[]): ProductNumbers['earned'] {
  const sums = new Map<string, number>()
  for (const { currency, earned } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + earned)
  return [...sums].map(([currency, earned]) => ({ currency, earned })).sort((one, other) => other.earned - one.earned)
}
