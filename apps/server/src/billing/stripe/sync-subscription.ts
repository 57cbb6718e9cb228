// Stripe's present state is read and written, whichever event, click or job led here. Two at once can't write an older state over a newer one: a write
// only succeeds on the version that was read before the request to Stripe; otherwise the request is repeated.
import { isDeepStrictEqual } from 'node:util'
import { mutate, type OrganizationContext, read } from '../../access/index.ts'
import { setPackage } from '../../organizations/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { StripeBilling } from '../billing.ts'
import { type SubscriptionRow, selectSubscription, updateSubscription } from '../subscription-table.ts'
import { callStripe } from './call-stripe.ts'
import { type Decision, decidePlan } from './decide-plan.ts'
import { enqueueGraceEnd } from './stripe-jobs.ts'
import { readStripeState } from './stripe-state.ts'

class SubscriptionChangedError extends Error {}

const maxAttempts = 10

/** Writes what Stripe says of the organization's customer, if that differs. Does nothing without a customer. */
export async function syncSubscription(billing: StripeBilling, ctx: OrganizationContext): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await syncOnce(billing, ctx)
    } catch (error) {
      if (!(error instanceof SubscriptionChangedError) || attempt === maxAttempts) throw error
    }
  }
}

async function syncOnce(billing: StripeBilling, ctx: OrganizationContext): Promise<void> {
  const { id } = ctx.organization
  const row = await read(ctx, (tx) => selectSubscription(tx, id))
  if (row === undefined || row.stripe_customer_id === null) return
  const { values } = await decideWithoutSuperfluous(billing, row.stripe_customer_id, ctx.now)
  if (isDeepStrictEqual(storedValues(row, values), values)) return

  await mutate(ctx, { action: 'subscription.sync', entity: 'subscription', entityId: id }, async (tx, change) => {
    if (!(await updateSubscription(tx, row, { ...values, started_at: null }))) throw new SubscriptionChangedError()
    await applyPackage(tx, row, values)
    if (values.grace_ends_at !== null && values.grace_ends_at > ctx.now)
      await enqueueGraceEnd(tx, row.stripe_customer_id ?? '', values.grace_ends_at)
    Object.assign(change, { before: storedValues(row, values), after: values })
  })
}

/** Only when it changed at Stripe: until then, what the operator sets by command stays. */
async function applyPackage(tx: Tx, row: SubscriptionRow, { package: name, payment_period }: Decision['values']): Promise<void> {
  if (row.package === name && row.payment_period === payment_period) return
  await setPackage(tx, row.organization_id, { name, period: payment_period ?? null })
}

/** Two checkouts that were both paid leave two subscriptions: one is ended, and what is left of it credited. */
async function decideWithoutSuperfluous(billing: StripeBilling, customerId: string, now: Date): Promise<Decision> {
  const { stripe, graceDays } = billing
  const decision = decidePlan(await readStripeState(stripe, customerId), { now, graceDays })
  for (const id of decision.superfluous) {
    await callStripe(stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true }))
  }
  return decision
}

function storedValues(row: SubscriptionRow, values: Decision['values']): Partial<SubscriptionRow> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof SubscriptionRow]]))
}
