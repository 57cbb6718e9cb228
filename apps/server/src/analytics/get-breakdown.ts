import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryBreakdown } from './queries/breakdown-query.ts'
import { requestedConditions } from './requested-conditions.ts'
import { requestedRange } from './requested-range.ts'

/**
 * Clicks and visitors by one property, most clicked first; unknown values are a row with an empty name. Throws FULL_ANALYTICS_REQUIRED, and as
 * `requestedRange` and `requestedConditions` do.
 */
export async function getBreakdown(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { by, bots, limit, ...query }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [range, conditions] = await Promise.all([requestedRange(deps, ctx, query), requestedConditions(deps, ctx, query)])
  return queryBreakdown(deps.clickhouse, ctx.project.id, { by, bots, limit, range, conditions })
}
