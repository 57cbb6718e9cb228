import type { AnalyticsQuery, EarningsSummary, LinkId, ProductId } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { getLinkClicks, getOverview, getProductTraffic, getStoreTraffic } from '../../analytics/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectRates } from '../rates/rate-table.ts'
import { type EarningScope, selectDailySums } from './earnings-query.ts'
import { type ClickDay, toSummary } from './to-summary.ts'

type ReadDeps = Pick<Deps, 'clickhouse' | 'origins'>

/** Of the whole project. Throws as the clicks of a project do. */
export async function getEarnings(deps: ReadDeps, ctx: ProjectContext, query: AnalyticsQuery): Promise<EarningsSummary> {
  return summarize(ctx, query, 'project', (await getOverview(deps, ctx, query)).clicksByDay)
}

/** Throws LINK_NOT_FOUND, and as the clicks of a link do. */
export async function getLinkEarnings(
  deps: ReadDeps,
  ctx: ProjectContext,
  query: AnalyticsQuery & { linkId: LinkId },
): Promise<EarningsSummary> {
  return summarize(ctx, query, { linkId: query.linkId }, await getLinkClicks(deps, ctx, query))
}

/** Of all products of the store. Throws NOT_FOUND without products, and as the clicks of a store do. */
export async function getStoreEarnings(deps: ReadDeps, ctx: ProjectContext, query: AnalyticsQuery): Promise<EarningsSummary> {
  return summarize(ctx, query, 'store', (await getStoreTraffic(deps, ctx, query)).byDay)
}

/** Throws PRODUCT_NOT_FOUND, and as the clicks of a product do. */
export async function getProductEarnings(
  deps: ReadDeps,
  ctx: ProjectContext,
  query: AnalyticsQuery & { productId: ProductId },
): Promise<EarningsSummary> {
  return summarize(ctx, query, { productId: query.productId }, (await getProductTraffic(deps, ctx, query)).byDay)
}

/** `days` are those that the plan shows. */
async function summarize(
  ctx: ProjectContext,
  { tz }: AnalyticsQuery,
  scope: EarningScope,
  days: readonly ClickDay[],
): Promise<EarningsSummary> {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return toSummary([], [], undefined)
  return read(ctx, async (tx) => {
    const sums = await selectDailySums(tx, ctx.project.id, scope, { from: first.date, to: last.date, timeZone: tz })
    return toSummary(days, sums, await selectRates(tx, ctx.project.id))
  })
}
