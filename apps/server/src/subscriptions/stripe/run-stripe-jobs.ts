import { createRequestContext, findSystemContext, ignoreDeleted, type OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StripeBilling } from '../billing.ts'
import { selectCustomers, selectCustomersOfUser, selectOrganizationOfCustomer } from '../subscription-table.ts'
import { CustomerMissingError } from './call-stripe.ts'
import { expireOpenCheckouts } from './checkouts.ts'
import { deleteOldEvents } from './event-table.ts'
import { settlePayments } from './settle-payments.ts'
import { customerJob, enqueueSync, syncSubscriptionTask, userJob } from './stripe-jobs.ts'
import { readStripeState } from './stripe-state.ts'
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
  if (ctx === undefined) return
  try {
    await ignoreDeleted(syncAndSettle(billing, ctx, customerId))
  } catch (error) {
    if (!(error instanceof CustomerMissingError)) throw error
    deps.log.error({ organizationId, customerId }, 'Stripe does not know the customer: the organization keeps its plan')
  }
}

async function syncAndSettle(billing: StripeBilling, ctx: OrganizationContext, customerId: string): Promise<void> {
  const decision = await syncSubscription(billing, ctx)
  if (decision !== undefined) await settlePayments(billing, ctx, customerId, decision)
}

/** The job after the deletion of an account was requested, or taken back. */
export async function syncCustomersOfUser(deps: JobDeps, payload: unknown): Promise<void> {
  for (const customerId of await selectCustomersOfUser(deps.db, userJob.parse(payload).userId)) await enqueueSync(deps.db, customerId)
}

/** The daily job: what an event that never arrived would have changed. */
export async function reconcileSubscriptions(deps: JobDeps): Promise<void> {
  for (const customerId of await selectCustomers(deps.db)) await enqueueSync(deps.db, customerId)
  await deleteOldEvents(deps.db, new Date(deps.clock.now().getTime() - eventsMs))
}

/**
 * The job after an organization was deleted: nothing of it is charged again, and no open checkout can be
 * paid. Can be repeated.
 */
export async function cancelCustomer({ stripe }: StripeBilling, payload: unknown): Promise<void> {
  const { customerId } = customerJob.parse(payload)
  try {
    await expireOpenCheckouts(stripe, customerId)
    const { subscriptions } = await readStripeState(stripe, customerId)
    for (const { id, status } of subscriptions)
      if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!(error instanceof CustomerMissingError)) throw error
  }
}
