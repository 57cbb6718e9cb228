import {
  type AnalyticsQuery,
  type ClicksQuery,
  type LinkTraffic,
  type ProductId,
  type ProductTraffic,
  type StoreTraffic,
  type StoreTrafficQuery,
  topProductsMax,
} from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import { findExistingLinkIds } from '../links/index.ts'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { findProductNames, getProduct } from '../products/index.ts'
import type { DayRange } from './intervals.ts'
import { type Conditions, isUnconditional } from './queries/click-conditions.ts'
import { findClickScope } from './queries/click-scope.ts'
import { queryLinksTraffic } from './queries/links-traffic-query.ts'
import { countProductVisitors, countStoreVisitors, queryConditionalStoreVisitors } from './queries/page-visitors-query.ts'
import type { ProjectQueryContext } from './queries/run-query.ts'
import {
  type Counts,
  type ProductCounts,
  queryConditionalTopProducts,
  queryConditionalTrafficByDay,
  queryTopProducts,
  queryTrafficByDay,
  type TrafficFilter,
} from './queries/traffic-query.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/**
 * Returns the views of every page of the project's store. Throws NOT_FOUND if the plan has neither store pages nor
 * product pages, and the errors of `parseRequestedRange` and `parseRequestedConditions`.
 */
export async function getStoreTraffic(deps: ClickDeps, ctx: ProjectContext, { bots, ...query }: StoreTrafficQuery): Promise<StoreTraffic> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const [range, conditions] = await Promise.all([parseRequestedRange(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const [days, visitors, products] = await queryStore(deps.clickhouse, await findClickScope(ctx), { bots, range, conditions })
  const nameById = await findProductNames(
    ctx,
    products.map(({ product_id }) => product_id),
  )
  return {
    ...toTraffic(range, days, visitors),
    products: products.map(({ product_id, views, clicks, pageClicks }) => ({
      product_id,
      name: nameById.get(product_id) ?? null,
      views,
      clicks,
      page_clicks: pageClicks,
      click_through: computeClickThrough(pageClicks, views),
    })),
  }
}

/** Queries the numbers of each day, the number of visitors, and the top products. */
function queryStore(
  clickhouse: ClickHouse,
  scope: ProjectQueryContext,
  filter: TrafficFilter & { conditions: Conditions },
): Promise<[Counts[], number, ProductCounts[]]> {
  const ofProducts = { ...filter, limit: topProductsMax }
  if (isUnconditional(filter.conditions)) {
    return Promise.all([
      queryTrafficByDay(clickhouse, scope, filter).then(({ days }) => days),
      countStoreVisitors(clickhouse, scope, filter),
      queryTopProducts(clickhouse, scope, ofProducts),
    ])
  }
  return Promise.all([
    queryConditionalTrafficByDay(clickhouse, scope, filter),
    queryConditionalStoreVisitors(clickhouse, scope, filter),
    queryConditionalTopProducts(clickhouse, scope, ofProducts),
  ])
}

/**
 * Returns the traffic of the links, in the order of `url_ids`, without links of other projects. Throws
 * FULL_ANALYTICS_REQUIRED, and the errors of `parseRequestedRange` and `parseRequestedConditions`.
 */
export async function getLinksTraffic(
  deps: ClickDeps,
  ctx: ProjectContext,
  { bots, url_ids: linkIds, ...query }: ClicksQuery & { url_ids: readonly string[] },
): Promise<LinkTraffic[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [range, conditions, existing] = await Promise.all([
    parseRequestedRange(deps, ctx, query),
    parseRequestedConditions(deps, ctx, query),
    findExistingLinkIds(ctx, linkIds),
  ])
  if (existing.size === 0) return []
  const traffic = await queryLinksTraffic(deps.clickhouse, await findClickScope(ctx), [...existing], { bots, range, conditions })
  const trafficById = new Map(traffic.map((link) => [link.url_id, link]))
  return linkIds.filter((id) => existing.has(id)).map((id) => trafficById.get(id) ?? { url_id: id, clicks: 0, visits: 0 })
}

/**
 * Returns the views, clicks and visitors of a product. Throws PRODUCT_NOT_FOUND, NOT_FOUND if the plan has no products,
 * and the errors of `parseRequestedRange`.
 */
export async function getProductTraffic(
  deps: ClickDeps,
  ctx: ProjectContext,
  { productId, bots, ...query }: AnalyticsQuery & { productId: ProductId },
): Promise<ProductTraffic> {
  const scope = await findClickScope(ctx)
  const filter = { bots, productId, range: await parseRequestedRange(deps, ctx, query) }
  const [{ days, pageClicks }, visitors] = await Promise.all([
    queryTrafficByDay(deps.clickhouse, scope, filter),
    countProductVisitors(deps.clickhouse, scope, filter),
    getProduct(deps, ctx, productId),
  ])
  const traffic = toTraffic(filter.range, days, visitors)
  return { ...traffic, page_clicks: pageClicks, click_through: computeClickThrough(pageClicks, traffic.views) }
}

/** Adds up the numbers of all days. `days` has the numbers of each day of the range. */
function toTraffic(range: DayRange, days: readonly Counts[], visitors: number): Omit<StoreTraffic, 'products'> {
  const views = days.reduce((sum, day) => sum + day.views, 0)
  const clicks = days.reduce((sum, day) => sum + day.clicks, 0)
  const byDay = range.dates.map((date, index) => ({ date, views: days[index]?.views ?? 0, clicks: days[index]?.clicks ?? 0 }))
  return { views, clicks, visitors, click_through: computeClickThrough(clicks, views), byDay }
}

/** Returns clicks per view, or null if there are no views. */
function computeClickThrough(clicks: number, views: number): number | null {
  return views === 0 ? null : clicks / views
}
