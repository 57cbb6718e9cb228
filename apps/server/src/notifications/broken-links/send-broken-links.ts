import { linkId, organizationId, userId } from '@linkshelf/contract'
import { renderBrokenLinksEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../../access/index.ts'
import { selectBrokenLinks } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectMembership } from '../click-summary/click-summary-table.ts'
import { sendNotification } from '../send-notification.ts'

export const sendBrokenLinksTask = 'send-broken-links'

const jobPayload = z.object({ organizationId, userId, linkIds: z.array(linkId) })

/**
 * Sends a member which links are broken; nothing about links that are well again, and nothing when
 * the membership has ended.
 */
export async function sendBrokenLinks(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>,
  payload: unknown,
): Promise<void> {
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
