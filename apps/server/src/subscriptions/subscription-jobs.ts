import { createRequestContext, findSystemContext, ignoreDeleted, type OrganizationContext } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import type { BillingDeps, StripeDeps } from './billing.ts'
import { CustomerMissingError } from './stripe/call-stripe.ts'
import { expireOpenCheckouts } from './stripe/checkouts.ts'
import { refundOverpayments } from './stripe/refund-overpayments.ts'
import { deleteTrialAddressesBefore } from './stripe/reserve-trial.ts'
import {
  cancelCustomerTask,
  customerJob,
  enqueueSync,
  reconcileSubscriptionsTask,
  syncSubscriptionsOfUserTask,
  syncSubscriptionTask,
  userJob,
} from './stripe/stripe-jobs.ts'
import { readStripeState } from './stripe/stripe-state.ts'
import { syncSubscription } from './stripe/sync-subscription.ts'
import { deleteOldEvents } from './stripe/webhook.ts'
import { selectCustomers, selectCustomersOfUser, selectOrganizationOfCustomer } from './subscription-table.ts'

/**
 * Returns the jobs. Without Stripe, customer jobs do nothing, because they may have been enqueued while Stripe still
 * billed.
 */
export function subscriptionJobs(deps: CoreDeps & BillingDeps): Job[] {
  const { billing } = deps
  const withStripe =
    (run: (deps: CoreDeps & StripeDeps, payload: unknown) => Promise<void>): Job['run'] =>
    async (payload) =>
      billing.provider === 'manual' ? undefined : run({ ...deps, billing }, payload)
  return [
    { name: syncSubscriptionTask, kind: 'outward', run: withStripe(syncCustomer) },
    { name: syncSubscriptionsOfUserTask, kind: 'outward', run: withStripe(syncCustomersOfUser) },
    { name: reconcileSubscriptionsTask, kind: 'upkeep', cron: '47 4 * * *', run: withStripe(reconcileSubscriptions) },
    { name: 'delete-old-trials', kind: 'upkeep', cron: '53 4 * * *', run: () => deleteOldTrials(deps) },
    { name: cancelCustomerTask, kind: 'outward', run: withStripe(cancelCustomer) },
  ]
}

/** The hash of an address without an account is stored for two years, as the privacy page says. */
const trialAddressMs = 730 * 24 * 60 * 60_000

export function deleteOldTrials({ db, clock }: Pick<CoreDeps, 'db' | 'clock'>): Promise<void> {
  return deleteTrialAddressesBefore(db, new Date(clock.now().getTime() - trialAddressMs))
}

/** How long events are stored. Stripe retries an event for three days, and the operator can resend it for a month. */
const eventsMs = 60 * 24 * 60 * 60_000

/**
 * The job after an event: syncs the customer's organization. Does nothing if the customer belongs to no organization or
 * to another instance.
 */
export async function syncCustomer(deps: CoreDeps & StripeDeps, payload: unknown): Promise<void> {
  const { customerId } = customerJob.parse(payload)
  const organizationId = await selectOrganizationOfCustomer(deps.db, customerId)
  if (organizationId === undefined) return
  const job = createRequestContext(deps, { actor: { kind: 'system', name: syncSubscriptionTask }, source: 'job' })
  const ctx = await findSystemContext(job, organizationId)
  if (ctx === undefined) return
  try {
    await ignoreDeleted(syncAndRefund(deps, ctx, customerId))
  } catch (error) {
    if (!(error instanceof CustomerMissingError)) throw error
    deps.log.error({ organizationId, customerId }, 'Stripe does not know the customer: the organization keeps its plan')
  }
}

async function syncAndRefund(deps: StripeDeps, ctx: OrganizationContext, customerId: string): Promise<void> {
  const customerPlan = await syncSubscription(deps, ctx)
  if (customerPlan !== undefined) await refundOverpayments(deps, ctx, { customerId, customerPlan })
}

/**
 * The job after the deletion of an account was requested or canceled: syncs the customers of the user's organizations.
 */
export async function syncCustomersOfUser(deps: CoreDeps, payload: unknown): Promise<void> {
  for (const customerId of await selectCustomersOfUser(deps.db, userJob.parse(payload).userId)) await enqueueSync(deps.db, customerId)
}

/** The daily job: syncs every customer, because an event may never have arrived. */
export async function reconcileSubscriptions(deps: CoreDeps): Promise<void> {
  for (const customerId of await selectCustomers(deps.db)) await enqueueSync(deps.db, customerId)
  await deleteOldEvents(deps.db, new Date(deps.clock.now().getTime() - eventsMs))
}

/**
 * The job after an organization was deleted: cancels its subscriptions and expires its open checkouts, so that the
 * customer is not charged again. Can be repeated.
 */
export async function cancelCustomer({ billing: { stripe } }: StripeDeps, payload: unknown): Promise<void> {
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
