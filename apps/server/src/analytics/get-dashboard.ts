import type { ClicksQuery, Dashboard } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryConditionalDashboard, queryDashboard } from './queries/dashboard-query.ts'
import { isUnconditional, requestedConditions } from './requested-conditions.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/**
 * Returns the numbers of all time unless a range is given. `countries` counts known countries only. Throws as
 * `requestedRange` and `requestedConditions` do.
 */
export async function getDashboard(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { bots, ...query }: ClicksQuery,
): Promise<Dashboard> {
  const [range, conditions] = await Promise.all([requestedRangeOrAllTime(deps, ctx, query), requestedConditions(deps, ctx, query)])
  if (isUnconditional(conditions)) return queryDashboard(deps.clickhouse, ctx.project.id, { bots, range })
  return queryConditionalDashboard(deps.clickhouse, ctx.project.id, { bots, range, conditions })
}
