import type { Visitor, VisitorsQuery } from '@linkshelf/contract'
import { type Project, refuse } from '../access/index.ts'
import { findLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { askedDays } from './asked-days.ts'
import { needFullAnalytics } from './full-analytics.ts'
import { selectVisitors, type VisitorPlace } from './questions/index.ts'

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
  platform: Pick<Platform, 'clickhouse' | 'clock' | 'db' | 'origins'>,
  project: Project,
  linkId: string,
  { bots, limit, cursor, ...range }: VisitorsQuery,
): Promise<VisitorPage> {
  needFullAnalytics(project)
  const days = askedDays(project, platform.clock.now(), range)
  const after = cursor === undefined ? undefined : (placeOf(cursor) ?? refuse('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  const [rows] = await Promise.all([
    // One row more than is shown tells whether there is a next page.
    selectVisitors(platform.clickhouse, project.id, linkId, { bots, days, after, most: limit + 1 }),
    findLink(platform, project, linkId),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    visitors: page.map(({ firstAtMs, ...row }) => ({ ...row, firstAt: new Date(firstAtMs).toISOString() })),
    nextCursor: rows.length > limit && last ? cursorOf(last) : undefined,
  }
}

function cursorOf({ firstAtMs, id }: VisitorPlace): string {
  return Buffer.from(`${firstAtMs} ${id}`).toString('base64url')
}

/** Undefined for anything that isn't a cursor of ours. */
function placeOf(cursor: string): VisitorPlace | undefined {
  const [, millis, id] = /^(\d{1,15}) ([0-9a-f]{16})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return millis !== undefined && id !== undefined ? { firstAtMs: Number(millis), id } : undefined
}
