import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { findClickScope } from './deletions/click-scope.ts'
import { queryBreakdown } from './queries/breakdown-query.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/** The titles and pictures of those of the videos that the project's channels have, by id. */
export type FindVideoNames = (
  ctx: ProjectContext,
  videoIds: readonly string[],
) => Promise<ReadonlyMap<string, { title: string; thumbnail_url: string }>>

/** Without `findVideoNames`, videos have no titles. */
export type BreakdownDeps = ClickDeps & { findVideoNames?: FindVideoNames }

/**
 * Clicks and visitors by one property, most clicked first; unknown values are a row with an empty name. Throws
 * FULL_ANALYTICS_REQUIRED, and as `parseRequestedRange` and `parseRequestedConditions` do.
 */
export async function getBreakdown(
  deps: BreakdownDeps,
  ctx: ProjectContext,
  { by, bots, limit, ...query }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [range, conditions] = await Promise.all([parseRequestedRange(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const rows = await queryBreakdown(deps.clickhouse, await findClickScope(ctx), { by, bots, limit, range, conditions })
  return by === 'video' && deps.findVideoNames !== undefined ? addVideoNames(ctx, rows, deps.findVideoNames) : rows
}

/** A video without a name stays as it is: its channel was removed, or a visitor wrote the id into an address. */
async function addVideoNames(ctx: ProjectContext, rows: readonly BreakdownRow[], findVideoNames: FindVideoNames): Promise<BreakdownRow[]> {
  const names = await findVideoNames(
    ctx,
    rows.flatMap(({ name }) => (name === '' ? [] : [name])),
  )
  return rows.map((row) => {
    const { title, thumbnail_url } = names.get(row.name) ?? {}
    return { ...row, ...(title !== undefined && { title, thumbnail_url }) }
  })
}
