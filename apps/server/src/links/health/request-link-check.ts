import { isShortUrl, type Link, type LinkId, linkCheckIntervalMs } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { type LinkRow, lockLinkForUpdate, selectLink, updateLinkRow } from '../link-table.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { toLink } from '../to-link.ts'
import { requestCheck } from './link-check-table.ts'

export const checkLinksTask = 'check-links'

/** One run at a time: a run that is under way finds what becomes due. */
export const checkLinksQueue = 'link-checks'

/** Has due links checked without waiting for the minute to end. */
export async function enqueueLinkChecks(tx: Tx): Promise<void> {
  await enqueueJob(tx, checkLinksTask, {}, { key: checkLinksTask, queue: checkLinksQueue })
}

/** Has the destination of a link checked next, and asks again where a short URL leads. Changes nothing else when it was checked within the last minute, or never is. Throws LINK_NOT_FOUND. */
export function requestLinkCheck({ origins }: Pick<Deps, 'origins'>, ctx: ProjectContext, linkId: LinkId): Promise<Link> {
  return mutate(ctx, { action: 'link.request_check', entity: 'link', entityId: linkId }, async (tx, change) => {
    const link = (await lockLinkForUpdate(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const isExpanding = isShortUrl(link.target) && link.expanded_target === null && !link.is_pending
    if (isExpanding) await expandAgain(tx, ctx, link)
    const isRequested = await requestCheck(tx, linkId, ctx.now, new Date(ctx.now.getTime() - linkCheckIntervalMs))
    if (isRequested) await enqueueLinkChecks(tx)
    change.after = { requested: isRequested || isExpanding }
    return toLink((await selectLink(tx, ctx.project.id, linkId)) ?? fail('LINK_NOT_FOUND'), origins)
  })
}

async function expandAgain(tx: Tx, ctx: ProjectContext, link: LinkRow): Promise<void> {
  await updateLinkRow(tx, ctx.project.id, link.id, { is_pending: true })
  await enqueuePageCheck(tx, ctx, link)
}
