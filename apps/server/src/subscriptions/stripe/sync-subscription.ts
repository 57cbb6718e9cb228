// Every webhook event, plan change and job reads Stripe's present state and stores it. Concurrent syncs can't overwrite
// a newer state with an older one: a write only succeeds if the stored version is the version from before the request
// to Stripe. Otherwise the request is repeated.
import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import { mutate, type OrganizationContext, read } from '../../access/index.ts'
import { lockOrganizationForUpdate, selectDeletionDate, selectOrganization, setPackage } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { StripeBilling, StripeDeps } from '../billing.ts'
import { toCurrentLifetime } from '../lifetime.ts'
import { type SubscriptionRow, selectSubscription, updateSubscription } from '../subscription-table.ts'
import { callStripe } from './call-stripe.ts'
import { expireOpenCheckouts } from './checkouts.ts'
import { type CustomerPlan, deriveCustomerPlan } from './customer-plan.ts'
import { enqueueGraceEnd } from './stripe-jobs.ts'
import { readStripeState } from './stripe-state.ts'

class SubscriptionChangedError extends Error {}

const maxAttempts = 10

/**
 * Stores Stripe's state of the organization's customer if it has changed, and returns it. Returns undefined if the
 * organization has no customer. Throws CustomerMissingError if Stripe does not know the customer; then the plan does
 * not change.
 */
export async function syncSubscription(deps: StripeDeps, ctx: OrganizationContext): Promise<CustomerPlan | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await syncOnce(deps, ctx)
    } catch (error) {
      if (!(error instanceof SubscriptionChangedError) || attempt === maxAttempts) throw error
    }
  }
}

async function syncOnce({ billing }: StripeDeps, ctx: OrganizationContext): Promise<CustomerPlan | undefined> {
  const { id } = ctx.organization
  const [row, organization, deletesAt] = await read(ctx, async (tx) => [
    await selectSubscription(tx, id),
    await selectOrganization(tx, id),
    await selectDeletionDate(tx, id),
  ])
  if (organization === undefined || row === undefined || row.stripe_customer_id === null) return undefined
  const isLifetimeGranted = toCurrentLifetime({ ...row, package: organization.package }) === 'granted'
  const customerPlan = await syncAtStripe(billing, row.stripe_customer_id, { now: ctx.now, deletesAt, isLifetimeGranted })
  // A new customer has no subscription at Stripe. The id of the earlier subscription stays stored, because it prevents
  // a second trial of the organization.
  const values = {
    ...customerPlan.values,
    stripe_subscription_id: customerPlan.values.stripe_subscription_id ?? row.stripe_subscription_id,
  }
  if (isDeepStrictEqual(storedValues(row, values), values)) return customerPlan

  await mutate(ctx, { action: 'subscription.sync', entity: 'subscription', entityId: id }, async (tx, change) => {
    // The operator's command may have changed the package since it was read.
    if ((await lockOrganizationForUpdate(tx, id))?.package !== organization.package) throw new SubscriptionChangedError()
    if (!(await updateSubscription(tx, row, { ...values, started_at: null }))) throw new SubscriptionChangedError()
    await applyPackage(tx, row, values)
    if (values.grace_ends_at !== null && values.grace_ends_at > ctx.now)
      await enqueueGraceEnd(tx, row.stripe_customer_id ?? '', values.grace_ends_at)
    change.before = storedValues(row, values)
    change.after = values
  })
  return customerPlan
}

/** Stores the package only if it changed at Stripe: until then, a package that the operator set by command stays. */
async function applyPackage(tx: Tx, row: SubscriptionRow, { package: name, payment_period }: CustomerPlan['values']): Promise<void> {
  if (row.package === name && row.payment_period === payment_period) return
  await setPackage(tx, row.organization_id, { name, period: payment_period ?? null })
}

/**
 * Reads the customer's plan from Stripe. Cancels superfluous subscriptions, and credits the rest of their paid time.
 * They exist if two checkouts were both paid, or if Lifetime ends the subscription of a smaller plan. If the
 * organization's deletion is scheduled, also expires open checkouts and ends the current subscription with the paid
 * time.
 */
async function syncAtStripe(
  { stripe, graceDays }: StripeBilling,
  customerId: string,
  { now, deletesAt, isLifetimeGranted }: { now: Date; deletesAt: Date | null; isLifetimeGranted: boolean },
): Promise<CustomerPlan> {
  if (deletesAt !== null) await expireOpenCheckouts(stripe, customerId)
  const readPlan = async () => deriveCustomerPlan(await readStripeState(stripe, customerId), { now, graceDays, isLifetimeGranted })
  const customerPlan = await readPlan()
  const { current, superfluous } = customerPlan
  for (const { id, status } of superfluous)
    await callStripe(stripe.subscriptions.cancel(id, { prorate: status === 'active', invoice_now: true }))
  const update = current && updateForDeletion(current.subscription, deletesAt)
  if (current === undefined || update === undefined) return customerPlan
  await callStripe(stripe.subscriptions.update(current.subscription.id, update))
  return readPlan()
}

function storedValues(row: SubscriptionRow, values: CustomerPlan['values']): Partial<SubscriptionRow> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof SubscriptionRow]]))
}

// If an organization's deletion is scheduled, its subscription does not renew: it ends with the paid time, and
// continues if the deletion is canceled earlier.

/**
 * The key in a subscription's metadata that says that the scheduled deletion canceled the subscription. An owner's own
 * cancellation lacks the key, so it is never undone.
 */
const deletionMark = 'linkshelf_ends_with_organization'

/** Every update by which an owner cancels contains these values. */
export const canceledByOwner = { metadata: { [deletionMark]: '' } }

/**
 * Returns the subscription update that a scheduled or canceled deletion of the organization requires; undefined if
 * nothing changes.
 */
function updateForDeletion(
  { metadata, cancel_at, cancel_at_period_end }: Stripe.Subscription,
  deletesAt: Date | null,
): Stripe.SubscriptionUpdateParams | undefined {
  if (deletesAt === null) return metadata[deletionMark] ? { cancel_at_period_end: false, metadata: { [deletionMark]: '' } } : undefined
  return cancel_at_period_end || cancel_at !== null ? undefined : { cancel_at_period_end: true, metadata: { [deletionMark]: 'yes' } }
}
