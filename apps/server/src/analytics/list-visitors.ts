import type { LinkId, Visitor, VisitorsQuery } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, requireFeature } from '../access/index.ts'
import { getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import { queryVisitors } from './queries/visitors-query.ts'
import { requestedLinkConditions } from './requested-conditions.ts'
import { requestedRange } from './requested-range.ts'

const cursors = createPageCursor('visitors', 1, z.object({ firstAtMs: z.int().nonnegative(), id: z.string().regex(/^[0-9a-f]{16}$/) }))

export interface VisitorPage {
  visitors: Visitor[]
  /** The cursor of the next page; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * Visitors of a link, latest first. Throws FULL_ANALYTICS_REQUIRED, LINK_NOT_FOUND, REQUEST_INVALID for a malformed
 * cursor, and as `requestedRange` does.
 */
export async function listVisitors(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { linkId, bots, limit, cursor, ...query }: VisitorsQuery & { linkId: LinkId },
): Promise<VisitorPage> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const conditions = requestedLinkConditions(ctx, linkId, query)
  const range = await requestedRange(deps, ctx, query)
  const after = cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const [rows] = await Promise.all([
    // The query selects one row more than the page has, which tells whether there is a next page.
    queryVisitors(deps.clickhouse, ctx.project.id, linkId, { bots, range, after, conditions, limit: limit + 1 }),
    getLink(deps, ctx, linkId),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    visitors: page.map(({ firstAtMs, ...row }) => ({ ...row, firstAt: new Date(firstAtMs).toISOString() })),
    nextCursor: rows.length > limit && last ? cursors.encode({ firstAtMs: last.firstAtMs, id: last.id }) : undefined,
  }
}
