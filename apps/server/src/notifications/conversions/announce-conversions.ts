import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate } from '../../access/index.ts'
import { markSalesAnnounced, selectOrganizationsWithNewSales } from '../../earnings/index.ts'
import { selectMembers } from '../../organizations/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import { sendConversionsTask } from './send-conversions.ts'

export const announceConversionsTask = 'announce-conversions'

/** An organization gets one email a day at most, about all sales that were reported since the last. */
const quietMs = 24 * 3_600_000

/**
 * The hourly job: enqueues an email to every member of an organization with new sales. The sales are marked in the
 * transaction that enqueues, so that each is announced once. `db` is signed in to as the account of jobs.
 */
export async function announceConversions(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: announceConversionsTask }, source: 'job' })
  for (const organizationId of await selectOrganizationsWithNewSales(deps.db, new Date(job.now.getTime() - quietMs))) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx === undefined) continue
    await ignoreDeleted(
      // Alone in the organization: of two processes, the second finds nothing left to announce.
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
