import type { Visitor, VisitorsQuery } from '@linkshelf/contract'
import { fail, type Project } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { askedDays } from './asked-days.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { selectVisitors, type VisitorLocation } from './queries/index.ts'

export interface VisitorPage {
  visitors: Visitor[]
  /** Where the next page starts; undefined on the last. */
  nextCursor: string | undefined
}

/**
 * Visitors of a link, latest first. Refuses without full analytics, a link that isn't in the project, a cursor that isn't one of ours, and as
 * `askedDays` does.
 */
export async function listVisitors(
  deps: Pick<Deps, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, limit, cursor, ...range }: VisitorsQuery,
): Promise<VisitorPage> {
  needFullAnalytics(project)
  const days = askedDays(project, deps.clock.now(), range)
  const after = cursor === undefined ? undefined : (locationOf(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const [rows] = await Promise.all([
    // One row more than is shown tells whether there is a next page.
    selectVisitors(deps.clickhouse, project.id, linkId, { bots, days, after, most: limit + 1 }),
    findLink(deps, project, linkId),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    visitors: page.map(({ firstAtMs, ...row }) => ({ ...row, firstAt: new Date(firstAtMs).toISOString() })),
    nextCursor: rows.length > limit && last ? cursorOf(last) : undefined,
  }
}

function cursorOf({ firstAtMs, id }: VisitorLocation): string {
  return Buffer.from(`${firstAtMs} ${id}`).toString('base64url')
}

/** Undefined for anything that isn't a cursor of ours. */
function locationOf(cursor: string): VisitorLocation | undefined {
  const [, millis, id] = /^(\d{1,15}) ([0-9a-f]{16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return millis !== undefined && id !== undefined ? { firstAtMs: Number(millis), id } : undefined
}
