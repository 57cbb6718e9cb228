import type {
  AddressClicks,
  AnalyticsQuery,
  DailyLinkClicks,
  Dashboard,
  LinkClicksQuery,
  LinkId,
  Visitor,
  VisitorsQuery,
} from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type ProjectContext, requireFeature } from '../access/index.ts'
import { getLink, getMainAddressId } from '../links/index.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import { findClickScope, showDeletion } from './queries/click-scope.ts'
import { queryConditionalDashboard } from './queries/dashboard-query.ts'
import { queryAddressClicks, queryLinkClicks } from './queries/link-clicks-query.ts'
import { queryVisitors } from './queries/visitors-query.ts'
import { parseRangeOfTotals, parseRequestedLinkConditions, parseRequestedRange } from './requested-filter.ts'

/**
 * Returns one entry per day of the range, oldest first. Throws LINK_NOT_FOUND, and the errors of `parseRequestedRange`
 * and `parseRequestedLinkConditions`.
 */
export async function getLinkClicks(
  deps: ClickDeps,
  ctx: ProjectContext,
  { linkId, bots, ...query }: LinkClicksQuery & { linkId: LinkId },
): Promise<DailyLinkClicks[]> {
  const conditions = parseRequestedLinkConditions(ctx, linkId, query)
  const [scope, range] = await Promise.all([findClickScope(ctx), parseRequestedRange(deps, ctx, query)])
  const [days] = await Promise.all([
    queryLinkClicks(deps.clickhouse, scope, linkId, { bots, range, conditions }),
    getLink(deps, ctx, linkId),
  ])
  return days
}

/**
 * Returns the totals of a link. Throws LINK_NOT_FOUND, and the errors of `parseRangeOfTotals` and
 * `parseRequestedLinkConditions`.
 */
export async function getLinkDashboard(
  deps: ClickDeps,
  ctx: ProjectContext,
  { linkId, bots, ...query }: LinkClicksQuery & { linkId: LinkId },
): Promise<Dashboard> {
  const conditions = parseRequestedLinkConditions(ctx, linkId, query)
  const [scope, range] = await Promise.all([findClickScope(ctx), parseRangeOfTotals(deps, ctx, query)])
  const [dashboard] = await Promise.all([
    queryConditionalDashboard(deps.clickhouse, scope, { bots, range, conditions }),
    getLink(deps, ctx, linkId),
  ])
  return { ...dashboard, ...showDeletion(scope, linkId) }
}

/**
 * Returns the clicks at each address of a link. Counts single clicks, as far back as they are stored. Throws
 * LINK_NOT_FOUND, and the errors of `parseRequestedRange`.
 */
export async function getAddressClicks(
  deps: ClickDeps,
  ctx: ProjectContext,
  { linkId, bots, ...query }: AnalyticsQuery & { linkId: LinkId },
): Promise<AddressClicks> {
  const [scope, range] = await Promise.all([findClickScope(ctx), parseRequestedRange(deps, ctx, query)])
  const [rows, mainId] = await Promise.all([
    queryAddressClicks(deps.clickhouse, scope, linkId, { bots, range }),
    getMainAddressId(ctx, linkId),
  ])
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    main: rows.find(({ addressId }) => addressId === mainId)?.clicks ?? 0,
    aliases: rows.flatMap(({ addressId, clicks }) => (addressId === mainId ? [] : [{ alias_id: addressId, clicks }])),
  }
}

const cursors = createPageCursor('visitors', 1, z.object({ firstAtMs: z.int().nonnegative(), id: z.string().regex(/^[0-9a-f]{16}$/) }))

interface VisitorPage {
  visitors: Visitor[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Returns visitors of a link, latest first. Throws FULL_ANALYTICS_REQUIRED, LINK_NOT_FOUND, REQUEST_INVALID if the
 * cursor is malformed, and the errors of `parseRequestedRange`.
 */
export async function listVisitors(
  deps: ClickDeps,
  ctx: ProjectContext,
  { linkId, bots, limit, cursor, ...query }: VisitorsQuery & { linkId: LinkId },
): Promise<VisitorPage> {
  requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const conditions = parseRequestedLinkConditions(ctx, linkId, query)
  const [scope, range] = await Promise.all([findClickScope(ctx), parseRequestedRange(deps, ctx, query)])
  const after = cursor === undefined ? undefined : (cursors.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const [rows] = await Promise.all([
    // The query selects one row more than the page has, which tells whether there is a next page.
    queryVisitors(deps.clickhouse, scope, linkId, { bots, range, after, conditions, limit: limit + 1 }),
    getLink(deps, ctx, linkId),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    visitors: page.map(({ firstAtMs, ...row }) => ({ ...row, firstAt: new Date(firstAtMs).toISOString() })),
    nextCursor: rows.length > limit && last ? cursors.encode({ firstAtMs: last.firstAtMs, id: last.id }) : undefined,
  }
}
