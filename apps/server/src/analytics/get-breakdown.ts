import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { queryLinkBreakdown, queryProjectBreakdown } from './queries/breakdown-query.ts'
import { requestedRange } from './requested-range.ts'

/**
 * Clicks and visitors by one property, of the project or of one link, most clicked first; unknown values are a row with an empty name. Throws
 * FULL_ANALYTICS_REQUIRED and LINK_NOT_FOUND, and as `requestedRange` does.
 */
export async function getBreakdown(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { by, bots, limit, url_id: linkId, ...query }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const filter = { by, bots, limit, range: await requestedRange(deps, ctx, query) }
  if (linkId === undefined) return queryProjectBreakdown(deps.clickhouse, ctx.project.id, filter)
  const [rows] = await Promise.all([queryLinkBreakdown(deps.clickhouse, ctx.project.id, linkId, filter), getLink(deps, ctx, linkId)])
  return rows
}
