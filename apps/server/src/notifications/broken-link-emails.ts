import { linkId, organizationId, userId } from '@linkshelf/contract'
import { renderBrokenLinksEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, read } from '../access/index.ts'
import { markAnnounced, selectBrokenLinks, selectOrganizationsWithBrokenLinks } from '../links/index.ts'
import { selectMembers } from '../organizations/index.ts'
import type { CoreDeps, MailDeps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { selectMembership } from './click-summary/click-summary-table.ts'
import { sendNotification } from './send-notification.ts'

export const announceBrokenLinksTask = 'announce-broken-links'

/** An organization gets at most one email per day, about all links that broke since the last email. */
const quietMs = 24 * 3_600_000

/**
 * The hourly job. Enqueues an email to every member of each organization with newly broken links. The same transaction
 * marks the links as announced, so that each link is announced once. `db` must use the database account of the jobs
 * process.
 */
export async function announceBrokenLinks(deps: CoreDeps): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: announceBrokenLinksTask }, source: 'job' })
  const quietSince = new Date(job.now.getTime() - quietMs)
  for (const organizationId of await selectOrganizationsWithBrokenLinks(deps.db, quietSince)) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx === undefined) continue
    await ignoreDeleted(
      // The lock is exclusive within the organization. If two processes run this job, the second process finds no links
      // to announce.
      mutate(ctx, { action: 'link.announce_broken', entity: 'link', lock: 'exclusive' }, async (tx, change) => {
        const links = await markAnnounced(tx, organizationId, ctx.now)
        if (links.length === 0) fail('NOT_FOUND')
        const linkIds = links.map(({ id }) => id)
        for (const { user_id: userId } of await selectMembers(tx, organizationId)) {
          await enqueueJob(tx, sendBrokenLinksTask, { organizationId, userId, linkIds }, { maxAttempts: 12 })
        }
        change.after = Object.fromEntries(links.map(({ id, slug }) => [id, { slug, announced: true }]))
      }),
    )
  }
}

export const sendBrokenLinksTask = 'send-broken-links'

const jobPayload = z.object({ organizationId, userId, linkIds: z.array(linkId) })

/** Sends a member the list of broken links. Omits links that work again. Sends nothing if the membership has ended. */
export async function sendBrokenLinks(deps: MailDeps, payload: unknown): Promise<void> {
  const { organizationId: id, userId: recipient, linkIds } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendBrokenLinksTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  if (ctx === undefined) return
  const [membership, links] = await read(ctx, async (tx) => [
    await selectMembership(tx, id, recipient),
    await selectBrokenLinks(tx, deps, linkIds),
  ])
  if (membership === undefined || links.length === 0) return

  await sendNotification(deps, { userId: recipient, notification: 'link_broken' }, (urls) =>
    renderBrokenLinksEmail({
      ...membership,
      links,
      brokenLinksUrl: `${deps.origins.app}/links?health=broken&organization=${id}`,
      ...urls,
    }),
  )
}
