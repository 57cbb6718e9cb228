import { formatMoney, organizationId, userId } from '@linkshelf/contract'
import { renderConversionEmail } from '@linkshelf/emails'
import { retailerNames } from '@linkshelf/retailers'
import { z } from 'zod'
import { createRequestContext, findSystemContext, read } from '../../access/index.ts'
import { type AnnouncedSale, selectAnnouncedSales } from '../../earnings/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectMembership } from '../click-summary/click-summary-table.ts'
import { sendNotification } from '../send-notification.ts'

export const sendConversionsTask = 'send-conversions'

const jobPayload = z.object({ organizationId, userId, announcedAt: z.coerce.date() })

/** How many sales an email lists; it counts the others. */
const listedSales = 10

/**
 * Sends a member what was earned; nothing when all of it was undone or reversed, and nothing when
 * the membership has ended.
 */
export async function sendConversions(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'>,
  payload: unknown,
): Promise<void> {
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
        retailer: nameOf(sale),
        item: sale.item_name,
        project: sale.project,
      })),
      earningsUrl: `${deps.origins.app}/analytics?tab=earnings&organization=${id}`,
      ...urls,
    }),
  )
}

function nameOf({ retailer, network }: AnnouncedSale): string {
  return retailer === 'other' ? (network ?? 'A network') : retailerNames[retailer]
}
