import { type AnalyticsQuery, type StoreTraffic, topProductsMax } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { findProductNames } from '../../products/index.ts'
import { queryStoreVisitors } from '../queries/page-visitors-query.ts'
import { queryTopProducts, queryTrafficByDay } from '../queries/traffic-query.ts'
import { requestedRange } from '../requested-range.ts'
import { clickThrough, toTraffic } from './to-traffic.ts'

/** Views of every page of the project's store. Throws NOT_FOUND without store and product pages, and as `requestedRange` does. */
export async function getStoreTraffic(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  ctx: ProjectContext,
  { bots, ...query }: AnalyticsQuery,
): Promise<StoreTraffic> {
  requireFeature(ctx.entitlements, 'hasProducts')
  const filter = { bots, range: await requestedRange({ clickhouse }, ctx, query) }
  const store = { projectId: ctx.project.id }
  const [{ days }, visitors, products] = await Promise.all([
    queryTrafficByDay(clickhouse, store, filter),
    queryStoreVisitors(clickhouse, ctx.project.id, filter),
    queryTopProducts(clickhouse, ctx.project.id, { ...filter, limit: topProductsMax }),
  ])
  const nameOf = await findProductNames(
    ctx,
    products.map(({ product_id }) => product_id),
  )
  return {
    ...toTraffic(filter.range, days, visitors),
    products: products.map(({ product_id, views, clicks, pageClicks }) => ({
      product_id,
      name: nameOf.get(product_id) ?? null,
      views,
      clicks,
      click_through: clickThrough(pageClicks, views),
    })),
  }
}
