import type {
  AnalyticsQuery,
  EarningsQuery,
  EarningsSummary,
  LinkEarningsQuery,
  LinkId,
  ProductId,
  StoreEarningsQuery,
} from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import {
  type Conditions,
  getLinkClicks,
  getOverview,
  getProductTraffic,
  getStoreTraffic,
  requestedConditions,
} from '../../analytics/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectRates } from '../rates/rate-table.ts'
import { type EarningScope, selectDailySums } from './earnings-query.ts'
import { type ClickDay, toSummary } from './to-summary.ts'

type ReadDeps = Pick<Deps, 'clickhouse' | 'origins'>

/** Returns the earnings of the whole project. Throws as the clicks of a project do. */
export async function getEarnings(deps: ReadDeps, ctx: ProjectContext, query: EarningsQuery): Promise<EarningsSummary> {
  const [{ clicksByDay }, conditions] = await Promise.all([getOverview(deps, ctx, query), requestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: 'project', conditions }, clicksByDay)
}

/** Throws LINK_NOT_FOUND, and as the clicks of a link do. */
export async function getLinkEarnings(
  deps: ReadDeps,
  ctx: ProjectContext,
  query: LinkEarningsQuery & { linkId: LinkId },
): Promise<EarningsSummary> {
  const [days, conditions] = await Promise.all([getLinkClicks(deps, ctx, query), requestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: { linkId: query.linkId }, conditions }, days)
}

/**
 * Returns the earnings of all products of the store. Throws NOT_FOUND without products, and as
 * the clicks of a store do.
 */
export async function getStoreEarnings(deps: ReadDeps, ctx: ProjectContext, query: StoreEarningsQuery): Promise<EarningsSummary> {
  const [{ byDay }, conditions] = await Promise.all([getStoreTraffic(deps, ctx, query), requestedConditions(deps, ctx, query)])
  return summarize(ctx, { tz: query.tz, scope: 'store', conditions }, byDay)
}

/** Throws PRODUCT_NOT_FOUND, and as the clicks of a product do. */
export async function getProductEarnings(
  deps: ReadDeps,
  ctx: ProjectContext,
  query: AnalyticsQuery & { productId: ProductId },
): Promise<EarningsSummary> {
  const { byDay } = await getProductTraffic(deps, ctx, query)
  return summarize(ctx, { tz: query.tz, scope: { productId: query.productId }, conditions: { properties: [] } }, byDay)
}

interface Summarized {
  tz: string
  scope: EarningScope
  conditions: Conditions
}

/** `days` are those that the plan shows. */
async function summarize(ctx: ProjectContext, { tz, scope, conditions }: Summarized, days: readonly ClickDay[]): Promise<EarningsSummary> {
  const [first, last] = [days.at(0), days.at(-1)]
  if (first === undefined || last === undefined) return toSummary([], [], undefined)
  return read(ctx, async (tx) => {
    const inRange = { from: first.date, to: last.date, timeZone: tz }
    const sums = await selectDailySums(tx, ctx.project.id, scope, { days: inRange, conditions })
    return toSummary(days, sums, await selectRates(tx, ctx.project.id))
  })
}
