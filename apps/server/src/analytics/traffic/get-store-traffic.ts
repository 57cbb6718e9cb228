import { type StoreTraffic, type StoreTrafficQuery, topProductsMax } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Deps } from '../../platform/deps.ts'
import { findProductNames } from '../../products/index.ts'
import { queryConditionalTopProducts, queryConditionalTrafficByDay } from '../queries/conditional-traffic-query.ts'
import { queryConditionalStoreVisitors, queryStoreVisitors } from '../queries/page-visitors-query.ts'
import { type Counts, type ProductCounts, queryTopProducts, queryTrafficByDay, type TrafficFilter } from '../queries/traffic-query.ts'
import { type Conditions, isUnconditional, requestedConditions } from '../requested-conditions.ts'
import { requestedRange } from '../requested-range.ts'
import { clickThrough, toTraffic } from './to-traffic.ts'

/**
 * Views of every page of the project's store. Throws NOT_FOUND without store and product pages, and as `requestedRange`
 * and `requestedConditions` do.
 */
export async function getStoreTraffic(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { bots, ...query }: StoreTrafficQuery,
): Promise<StoreTraffic> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const [range, conditions] = await Promise.all([requestedRange(deps, ctx, query), requestedConditions(deps, ctx, query)])
  const [days, visitors, products] = await queryStore(deps.clickhouse, ctx.project.id, { bots, range, conditions })
  const nameOf = await findProductNames(
    ctx,
    products.map(({ product_id }) => product_id),
  )
  return {
    ...toTraffic(range, days, visitors),
    products: products.map(({ product_id, views, clicks, pageClicks }) => ({
      product_id,
      name: nameOf.get(product_id) ?? null,
      views,
      clicks,
      click_through: clickThrough(pageClicks, views),
    })),
  }
}

/** Queries the days, the visitors, and the products. */
function queryStore(
  clickhouse: ClickHouse,
  projectId: string,
  filter: TrafficFilter & { conditions: Conditions },
): Promise<[Counts[], number, ProductCounts[]]> {
  const ofProducts = { ...filter, limit: topProductsMax }
  if (isUnconditional(filter.conditions)) {
    return Promise.all([
      queryTrafficByDay(clickhouse, { projectId }, filter).then(({ days }) => days),
      queryStoreVisitors(clickhouse, projectId, filter),
      queryTopProducts(clickhouse, projectId, ofProducts),
    ])
  }
  return Promise.all([
    queryConditionalTrafficByDay(clickhouse, projectId, filter),
    queryConditionalStoreVisitors(clickhouse, projectId, filter),
    queryConditionalTopProducts(clickhouse, projectId, ofProducts),
  ])
}
