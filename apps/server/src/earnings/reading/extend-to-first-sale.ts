import type { AnalyticsQuery } from '@linkshelf/contract'
import { type ProjectContext, read } from '../../access/index.ts'
import { findFirstDay, toShownDay } from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import { selectFirstDay } from './earnings-query.ts'

/**
 * Returns a query whose range begins at the first sale, if the given query's range is `all` and the first sale is older
 * than the first click. A report can contain sales that are older than the links. The new range is limited to the days
 * that the plan shows. Returns any other query unchanged.
 */
export async function extendToFirstSale<Query extends AnalyticsQuery>(deps: ClickDeps, ctx: ProjectContext, query: Query): Promise<Query> {
  if (query.range === undefined || query.from !== undefined || query.to !== undefined) return query
  const [sale, visit] = await Promise.all([
    read(ctx, (tx) => selectFirstDay(tx, ctx.project.id, query.tz)),
    findFirstDay(deps, ctx, query.tz),
  ])
  if (sale === undefined || (visit !== undefined && visit.toString() <= sale)) return query
  return { ...query, range: undefined, from: toShownDay(ctx, query.tz, Temporal.PlainDate.from(sale)).toString() }
}
