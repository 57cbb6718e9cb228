import type { AnalyticsQuery, ProductId, ProductTraffic } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { getProduct } from '../../products/index.ts'
import { queryProductVisitors } from '../queries/page-visitors-query.ts'
import { queryTrafficByDay } from '../queries/traffic-query.ts'
import { requestedRange } from '../requested-range.ts'
import { clickThrough, toTraffic } from './to-traffic.ts'

/** Throws PRODUCT_NOT_FOUND, NOT_FOUND without products, and as `requestedRange` does. */
export async function getProductTraffic(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { productId, bots, ...query }: AnalyticsQuery & { productId: ProductId },
): Promise<ProductTraffic> {
  const filter = { bots, range: await requestedRange(deps, ctx, query) }
  const product = { projectId: ctx.project.id, productId }
  const [{ days, pageClicks }, visitors] = await Promise.all([
    queryTrafficByDay(deps.clickhouse, product, filter),
    queryProductVisitors(deps.clickhouse, product, filter),
    getProduct(deps, ctx, productId),
  ])
  const traffic = toTraffic(filter.range, days, visitors)
  return { ...traffic, click_through: clickThrough(pageClicks, traffic.views) }
}
