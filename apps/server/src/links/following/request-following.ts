import { findAffiliateTool, isShortUrl, type LinkFollowing, type LinkId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { fail, mutate, type ProjectContext, read } from '../../access/index.ts'
import { createSettingsSubquery, parseIntegrations } from '../../integrations/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'
import { insertRequests, priorities } from '../outward/outward-request-table.ts'
import { resolveAffiliation } from '../resolved/affiliate.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { lockLinkForUpdate, selectLink } from '../tables/link-table.ts'
import { type FollowingRow, selectFollowing, upsertFollowing } from './follow-table.ts'

/** If a link was followed within this time, a new request returns the stored result. */
export const followIntervalMs = 3_600_000

/**
 * Requests that the link's destination is followed once, to find the page to which it leads. The destination must be a
 * short link of an affiliate tool or of a URL shortener. If an earlier request still waits, or was made within the last
 * hour, returns its state and changes nothing. Throws LINK_NOT_FOUND. Throws LINK_NOT_FOLLOWABLE if the destination is
 * another URL.
 */
export function requestFollowing(ctx: ProjectContext, linkId: LinkId): Promise<LinkFollowing> {
  return mutate(ctx, { action: 'link.request_following', entity: 'link', entityId: linkId }, async (tx, change) => {
    const link = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const { target } = link
    if (findAffiliateTool(target) === undefined && !isShortUrl(target)) fail('LINK_NOT_FOLLOWABLE')
    const followed = { linkId, target }
    const present = await selectFollowing(tx, followed)
    const isKept = present !== undefined && (present.state === 'waiting' || isRecent(present, ctx.now))
    change.after = { slug: link.slug, target, requested: !isKept }
    if (isKept) return addLocation(tx, ctx, link, present)
    const started = await upsertFollowing(tx, ctx, followed)
    const payload = { projectId: ctx.project.id, linkId, target }
    const request = {
      kind: 'follow',
      subject: linkId,
      link_id: linkId,
      priority: priorities.follow,
      host: toRequestHost(target),
      payload,
    } as const
    await insertRequests(tx, [{ organization_id: ctx.organization.id, ...request }])
    return toFollowing(started)
  })
}

/** Returns the state and the result of following the link's destination. Throws LINK_NOT_FOUND. */
export function getFollowing(ctx: ProjectContext, linkId: LinkId): Promise<LinkFollowing> {
  return read(ctx, async (tx) => {
    const link = (await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const row = await selectFollowing(tx, { linkId, target: link.target })
    return row === undefined ? neverFollowed : addLocation(tx, ctx, link, row)
  })
}

function isRecent({ requested_at }: FollowingRow, now: Date): boolean {
  return now.getTime() - requested_at.getTime() < followIntervalMs
}

async function addLocation(tx: Tx, { project }: ProjectContext, link: LinkRow, row: FollowingRow): Promise<LinkFollowing> {
  if (row.destination === null) return toFollowing(row)
  const { rows } = await sql<{ integrations: unknown }>`select ${createSettingsSubquery(sql.val(project.id))} as integrations`.execute(tx)
  return { ...toFollowing(row), location: resolveLocation(link, row.destination, rows[0]?.integrations) }
}

const neverFollowed: LinkFollowing = {
  state: 'never',
  destination: null,
  location: null,
  networks: [],
  failure: null,
  requested_at: null,
  finished_at: null,
}

function toFollowing({ state, destination, networks, failure, requested_at, finished_at }: FollowingRow): LinkFollowing {
  const times = { requested_at: requested_at.toISOString(), finished_at: finished_at?.toISOString() ?? null }
  return { state, destination, location: destination, networks, failure, ...times }
}

/** Returns where visitors of the link would be redirected if `target` were its destination. */
function resolveLocation({ title, is_affiliated: isAffiliated }: LinkRow, target: string, integrations: unknown): string {
  const alone = { expandedTarget: null, shops: [], expandedShops: {}, hasChoicePage: false }
  return resolveAffiliation({ target, title, isAffiliated, integrations: parseIntegrations(integrations), ...alone }).destination
}
