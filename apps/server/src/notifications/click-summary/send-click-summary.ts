import { organizationId, userId } from '@linkshelf/contract'
import { renderClickSummaryEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { sendNotification } from '../send-notification.ts'
import { selectMembership } from './click-summary-table.ts'
import { summarizeClicks } from './summarize-clicks.ts'

export const sendClickSummaryTask = 'send-click-summary'

/** The queue runs one job at a time, so that the summaries of a morning delay no other job. */
export const clickSummaryQueue = 'click-summaries'

const jobPayload = z.object({ organizationId, userId, day: z.iso.date(), timeZone: z.string() })

/**
 * Sends a member the clicks of a day of all projects; nothing for a day without clicks, or when the membership has
 * ended. A kill between the mail server's acceptance and the end of the job sends twice, under one Message-ID.
 */
export async function sendClickSummary(
  deps: Pick<Deps, 'db' | 'clickhouse' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>,
  payload: unknown,
): Promise<void> {
  const { organizationId: id, userId: recipient, day, timeZone } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendClickSummaryTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  const membership = ctx && (await read(ctx, (tx) => selectMembership(tx, id, recipient)))
  if (ctx === undefined || membership === undefined) return
  const summary = await summarizeClicks(deps, ctx, { day, timeZone })
  if (summary.clicks === 0) return

  await sendNotification(deps, { userId: recipient, notification: 'link_click' }, (links) => ({
    ...renderClickSummaryEmail({
      ...membership,
      ...summary,
      day,
      analyticsUrl: `${deps.origins.app}/analytics?organization=${id}`,
      ...links,
    }),
    key: `${sendClickSummaryTask} ${recipient} ${id} ${day}`,
  }))
}
