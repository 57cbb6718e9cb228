import { formatMoney, organizationId, userId } from '@linkshelf/contract'
import { renderConversionEmail } from '@linkshelf/emails'
import { retailerNames } from '@linkshelf/retailers'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, read } from '../access/index.ts'
import { type AnnouncedSale, markSalesAnnounced, selectAnnouncedSales, selectOrganizationsWithNewSales } from '../earnings/index.ts'
import { selectMembers } from '../organizations/index.ts'
import type { CoreDeps, MailDeps } from '../platform/deps.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { selectMembership } from './click-summary/click-summary-table.ts'
import { sendNotification } from './send-notification.ts'

export const announceConversionsTask = 'announce-conversions'

/** An organization gets at most one email per day, about all sales that were reported since the last email. */
const quietMs = 24 * 3_600_000

/**
 * Runs the hourly job: enqueues an email for every member of an organization with new sales. The transaction that
 * enqueues the emails also marks the sales, so that each sale is announced once. `db` must use the database account of
 * the jobs process.
 */
export async function announceConversions(deps: CoreDeps): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: announceConversionsTask }, source: 'job' })
  for (const organizationId of await selectOrganizationsWithNewSales(deps.db, new Date(job.now.getTime() - quietMs))) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx === undefined) continue
    await ignoreDeleted(
      // The lock is exclusive within the organization. If two processes run this job, the second process finds no sales
      // to announce.
      mutate(ctx, { action: 'earnings.announce', entity: 'earnings', lock: 'exclusive' }, async (tx, change) => {
        const count = await markSalesAnnounced(tx, organizationId, ctx.now)
        if (count === 0) fail('NOT_FOUND')
        const announcedAt = ctx.now.toISOString()
        for (const { user_id: userId } of await selectMembers(tx, organizationId)) {
          await enqueueJob(tx, sendConversionsTask, { organizationId, userId, announcedAt }, { maxAttempts: 12 })
        }
        change.after = { sales: count }
      }),
    )
  }
}

export const sendConversionsTask = 'send-conversions'

const jobPayload = z.object({ organizationId, userId, announcedAt: z.coerce.date() })

/** Maximum number of sales that an email lists. The other sales are only counted. */
const listedSales = 10

/** Sends a member the new sales. Sends nothing if all sales were undone or reversed, or if the membership has ended. */
export async function sendConversions(deps: MailDeps, payload: unknown): Promise<void> {
  const { organizationId: id, userId: recipient, announcedAt } = jobPayload.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: sendConversionsTask }, source: 'job' })
  const ctx = await findSystemContext(job, id)
  if (ctx === undefined) return
  const [membership, { count, totals, sales }] = await read(ctx, async (tx) => [
    await selectMembership(tx, id, recipient),
    await selectAnnouncedSales(tx, id, announcedAt, listedSales),
  ])
  if (membership === undefined || count === 0) return

  await sendNotification(deps, { userId: recipient, notification: 'new_conversion' }, (urls) =>
    renderConversionEmail({
      ...membership,
      count,
      totals: totals.map(({ earned, currency }) => formatMoney(earned, currency)),
      sales: sales.map((sale) => ({
        commission: formatMoney(sale.amount, sale.currency),
        retailer: formatProgramName(sale),
        item: sale.item_name,
        project: sale.project,
      })),
      earningsUrl: `${deps.origins.app}/analytics?tab=earnings&organization=${id}`,
      ...urls,
    }),
  )
}

function formatProgramName({ retailer, network }: AnnouncedSale): string {
  return retailer === 'other' ? (network ?? 'A network') : retailerNames[retailer]
}
