import { domainToUnicode } from 'node:url'
import type { BreakdownQuery, BreakdownRow } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import type { ClickDeps, Origins } from '../platform/deps.ts'
import { queryBreakdown } from './queries/breakdown-query.ts'
import { findClickScope } from './queries/click-scope.ts'
import { parseRequestedConditions, parseRequestedRange } from './requested-filter.ts'

/** Returns titles and pictures by video id. Skips videos that do not belong to a channel of the project. */
export type FindVideoNames = (
  ctx: ProjectContext,
  videoIds: readonly string[],
) => Promise<ReadonlyMap<string, { title: string; thumbnail_url: string }>>

/** If `findVideoNames` is undefined, videos have no titles. */
export type BreakdownDeps = ClickDeps & { findVideoNames?: FindVideoNames }

/**
 * Returns clicks and visitors by one property, most clicked first. Unknown values have an empty name, and so does the
 * instance's own domain. Throws FULL_ANALYTICS_REQUIRED, and the errors of `parseRequestedRange` and
 * `parseRequestedConditions`.
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
 * Returns the title of a domain: its host in Unicode. If `host` is empty, returns the instance's host with its port. If
 * `host` is not a valid host, returns it unchanged. An archive may contain such a text.
 */
export function toDomainTitle({ public: origin }: Origins, host: string): string {
  const { hostname, port } = new URL(origin)
  if (host === '') return `${domainToUnicode(hostname) || hostname}${port && `:${port}`}`
  return domainToUnicode(host) || host
}

/**
 * Adds titles and pictures to the rows of videos. If a video has no name, its row stays unchanged: its channel was
 * removed, or a visitor wrote the id into an address.
 */
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
