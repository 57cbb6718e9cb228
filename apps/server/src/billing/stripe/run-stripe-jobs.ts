import { createRequestContext, findSystemContext, ignoreDeleted } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StripeBilling } from '../billing.ts'
import { selectCustomers, selectOrganizationOfCustomer } from '../subscription-table.ts'
import { deleteOldEvents } from './event-table.ts'
import { customerJob, enqueueSync, syncSubscriptionTask } from './stripe-jobs.ts'
import { syncSubscription } from './sync-subscription.ts'

type JobDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>

/** Stripe delivers an event for three days, and by hand for a month. */
const eventsMs = 60 * 24 * 60 * 60_000

/** The job after an event. A customer that belongs to no organization, or to another instance, is left alone. */
export async function syncCustomer(deps: JobDeps, billing: StripeBilling, payload: unknown): Promise<void> {
  const { customerId } = customerJob.parse(payload)
  const organizationId = await selectOrganizationOfCustomer(deps.db, customerId)
  if (organizationId === undefined) return
  const job = createRequestContext(deps, { actor: { kind: 'system', name: syncSubscriptionTask }, source: 'job' })
  const ctx = await findSystemContext(job, organizationId)
  if (ctx !== undefined) await ignoreDeleted(syncSubscription(billing, ctx))
}

/** The daily job: what an event that never arrived would have changed. */
export async function reconcileSubscriptions(deps: JobDeps): Promise<void> {
  for (const customerId of await selectCustomers(deps.db)) await enqueueSync(deps.db, customerId)
  await deleteOldEvents(deps.db, new Date(deps.clock.now().getTime() - eventsMs))
}

/** The job after an organization was deleted: nothing of it is charged again, and no open checkout can be paid. Can be repeated. */
export async function cancelCustomer({ stripe }: StripeBilling, payload: unknown): Promise<void> {
  const { customerId: customer } = customerJob.parse(payload)
  for await (const { id } of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }))
    await stripe.checkout.sessions.expire(id)
  for await (const { id, status } of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
    if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
  }
}
