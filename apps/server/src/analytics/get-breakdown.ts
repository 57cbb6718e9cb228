import { domainToUnicode } from 'node:url'
import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import type { ClickDeps, Origins } from '../platform/deps.ts'
import { queryBreakdown } from './queries/breakdown-query.ts'
import { findClickScope } from './queries/click-scope.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/** The titles and pictures of those of the videos that the project's channels have, by id. */
export type FindVideoNames = (
  ctx: ProjectContext,
  videoIds: readonly string[],
) => Promise<ReadonlyMap<string, { title: string; thumbnail_url: string }>>

/** Without `findVideoNames`, videos have no titles. */
export type BreakdownDeps = ClickDeps & { findVideoNames?: FindVideoNames }

/**
 * Clicks and visitors by one property, most clicked first; unknown values, and the instance's own domain, are a row
 * with an empty name. Throws FULL_ANALYTICS_REQUIRED, and as `parseRequestedRange` and `parseRequestedConditions` do.
 */
export async function getBreakdown(
  deps: BreakdownDeps,
  ctx: ProjectContext,
  { by, bots, limit, ...query }: BreakdownQuery,
): Promise<BreakdownRow[]> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [range, conditions] = await Promise.all([parseRequestedRange(deps, ctx, query), parseRequestedConditions(deps, ctx, query)])
  const rows = await queryBreakdown(deps.clickhouse, await findClickScope(ctx), { by, bots, limit, range, conditions })
  if (by === 'domain') return rows.map((row) => ({ ...row, title: toDomainTitle(deps.origins, row.name) }))
  return by === 'video' && deps.findVideoNames !== undefined ? addVideoNames(ctx, rows, deps.findVideoNames) : rows
}

/**
 * Returns the host of a domain as people read it; without a host, that of the instance with its port. The text of an
 * archive need not be a host, and is returned as it is.
 */
export function toDomainTitle({ public: origin }: Origins, host: string): string {
  const { hostname, port } = new URL(origin)
  if (host === '') return `${domainToUnicode(hostname) || hostname}${port && `:${port}`}`
  return domainToUnicode(host) || host
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
