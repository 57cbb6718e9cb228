import type { Visitor, VisitorsQuery } from '@linkshelf/contract'
import { fail, type Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { queryVisitors, type VisitorPosition } from './queries/visitors-query.ts'
import { requestedRange } from './requested-range.ts'

export interface VisitorPage {
  visitors: Visitor[]
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * Visitors of a link, latest first. Throws FULL_ANALYTICS_REQUIRED, LINK_NOT_FOUND, REQUEST_INVALID for a malformed cursor, and as `requestedRange`
 * does.
 */
export async function listVisitors(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, limit, cursor, ...query }: VisitorsQuery,
): Promise<VisitorPage> {
  needFullAnalytics(project)
  const range = requestedRange(project, deps.clock.now(), query)
  const after = cursor === undefined ? undefined : (parseCursor(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const [rows] = await Promise.all([
    // One row more than the page has shows whether there is a next page.
    queryVisitors(deps.clickhouse, project.id, linkId, { bots, range, after, limit: limit + 1 }),
    findLink(deps, project, linkId),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    visitors: page.map(({ firstAtMs, ...row }) => ({ ...row, firstAt: new Date(firstAtMs).toISOString() })),
    nextCursor: rows.length > limit && last ? toCursor(last) : undefined,
  }
}

function toCursor({ firstAtMs, id }: VisitorPosition): string {
  return Buffer.from(`${firstAtMs} ${id}`).toString('base64url')
}

function parseCursor(cursor: string): VisitorPosition | undefined {
  const [, millis, id] = /^(\d{1,15}) ([0-9a-f]{16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return millis !== undefined && id !== undefined ? { firstAtMs: Number(millis), id } : undefined
}
