import { userId } from '@linkshelf/contract'
import { z } from 'zod'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

export const syncSubscriptionTask = 'sync-subscription'
/** A trigger enqueues this task when the deletion of an account is requested or canceled. */
export const syncSubscriptionsOfUserTask = 'sync-subscriptions-of-user'
export const reconcileSubscriptionsTask = 'reconcile-subscriptions'
/** A trigger enqueues this task when an organization is deleted. */
export const cancelCustomerTask = 'cancel-stripe-customer'

export const customerJob = z.object({ customerId: z.string() })
export const userJob = z.object({ userId })

/** Retries continue for four days, as long as Stripe's own retries. */
export const maxAttempts = 25

export async function enqueueSync(db: Db, customerId: string): Promise<void> {
  await enqueueJob(db, syncSubscriptionTask, { customerId }, { key: toSyncKey(customerId), maxAttempts })
}

/** All events of a customer share this job key, so that they lead to one job. */
export function toSyncKey(customerId: string): string {
  return `${syncSubscriptionTask}:${customerId}`
}

/** Enqueues a sync at the end of a grace period, because Stripe sends no event then. */
export async function enqueueGraceEnd(tx: Tx, customerId: string, runAt: Date): Promise<void> {
  await enqueueJob(tx, syncSubscriptionTask, { customerId }, { key: `${toSyncKey(customerId)}:grace`, runAt, maxAttempts })
}
