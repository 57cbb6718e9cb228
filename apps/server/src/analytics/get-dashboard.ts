import type { AnalyticsQuery, Dashboard } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryDashboard } from './queries/dashboard-query.ts'
import { requestedRangeOrAllTime } from './requested-range.ts'

/** Of all time unless a range is given. `countries` counts known countries only. Throws as `requestedRange` does. */
export async function getDashboard(
  { clickhouse }: Pick<Deps, 'clickhouse'>,
  ctx: ProjectContext,
  { bots, ...query }: AnalyticsQuery,
): Promise<Dashboard> {
  return queryDashboard(clickhouse, ctx.project.id, { bots, range: await requestedRangeOrAllTime({ clickhouse }, ctx, query) })
}
