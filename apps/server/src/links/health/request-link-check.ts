import { type Link, type LinkId, requestedCheckCooldownMs } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toLink } from '../get-link.ts'
import { announceDueChecks } from '../outward/outward-queue.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { isExpanded } from '../page-check/expand-short-url.ts'
import { lockLinksForUpdate } from '../tables/bulk-link-table.ts'
import type { LinkRow } from '../tables/link-columns.ts'
import { lockLinkForUpdate, selectLink } from '../tables/link-table.ts'
import { markPending } from '../tables/link-target-table.ts'
import { requestChecks } from './link-check-table.ts'

export const checkLinksTask = 'check-links'

/** At most one job is waiting in this queue. */
export const checkLinksQueue = 'link-checks'

/**
 * Requests a check of the link's destination, and expands short URLs whose destination is unknown. The destination is
 * not checked if it was checked within the last minute, or if it is never checked. Throws LINK_NOT_FOUND.
 */
export function requestLinkCheck({ origins }: OriginDeps, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return mutate(ctx, { action: 'link.request_check', entity: 'link', entityId: linkId }, async (tx, change) => {
    const link = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const requested = await requestAll(tx, ctx, [link])
    change.after = { slug: link.slug, requested: requested.has(linkId) }
    return toLink((await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND'), origins)
  })
}

/**
 * Like `requestLinkCheck`, for several links. Skips ids that are not links of the project. Returns the ids of the links
 * that will be checked, in the given order.
 */
export function bulkRequestLinkChecks(ctx: ProjectContext, linkIds: readonly LinkId[]): Promise<LinkId[]> {
  return mutate(ctx, { action: 'link.bulk_request_check', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    const links = await lockLinksForUpdate(tx, ctx.project.id, linkIds)
    const requested = await requestAll(tx, ctx, links)
    const audited = links.filter(({ id }) => requested.has(id)).map(({ id, slug }) => [id, { slug, requested: true }])
    change.after = Object.fromEntries(audited)
    return linkIds.filter((id) => requested.has(id))
  })
}

async function requestAll(tx: Tx, ctx: ProjectContext, links: readonly LinkRow[]): Promise<Set<LinkId>> {
  const expanding = links.filter((link) => !isExpanded(link) && !link.is_pending)
  await markPending(tx, ctx.project.id, toLinkIds(expanding))
  for (const link of expanding) await enqueuePageCheck(tx, ctx, link)
  const due = await requestChecks(tx, toLinkIds(links), ctx.now, new Date(ctx.now.getTime() - requestedCheckCooldownMs))
  if (due.length > 0) await announceDueChecks(tx)
  return new Set([...toLinkIds(expanding), ...due])
}

function toLinkIds(links: readonly LinkRow[]): LinkId[] {
  return links.map(({ id }) => id)
}
