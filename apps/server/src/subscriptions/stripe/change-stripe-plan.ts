import { formatPlanChangedMessage, isRecurring, type PackageName } from '@linkshelf/contract'
import { fail, type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import { selectOrganization } from '../../organizations/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Plan, PlanChangeResult, StripeDeps } from '../billing.ts'
import { changeManualPlan } from '../change-manual-plan.ts'
import { assertPlanNotIncluded, toCurrentLifetime } from '../lifetime.ts'
import { selectSubscription } from '../subscription-table.ts'
import { CustomerMissingError, callStripe } from './call-stripe.ts'
import { startCheckout } from './checkouts.ts'
import { type CustomerPlan, deriveCustomerPlan, type LiveSubscription } from './customer-plan.ts'
import { getPrice, toLookupKey } from './stripe-prices.ts'
import { readStripeState } from './stripe-state.ts'
import { canceledByOwner, syncSubscription } from './sync-subscription.ts'

/**
 * Changes the plan at Stripe. A first plan and Lifetime are paid on Stripe's page. A subscription is changed in place,
 * and the difference in price is charged at once. If the requested plan is Free, the subscription ends after the paid
 * time. Only owners may call this. Throws ORGANIZATION_DELETION_SCHEDULED, PLAN_INCLUDED, PAYMENT_FAILED and
 * BILLING_UNAVAILABLE.
 */
export async function changeStripePlan(
  deps: OriginDeps & StripeDeps,
  ctx: OrganizationContext<UserContext>,
  plan: Plan,
): Promise<PlanChangeResult> {
  const { customerPlan, version, deletesAt, hasLifetime, package: name } = await findCustomerPlan(deps, ctx)
  if (deletesAt !== null && plan.package !== 'Free') fail('ORGANIZATION_DELETION_SCHEDULED')
  assertPlanNotIncluded({ package: customerPlan?.current?.package ?? name, hasLifetime }, plan.package)
  if (plan.package === 'Free') return endPlan(deps, ctx, customerPlan)
  if (customerPlan?.current === undefined || !isRecurring(plan.package)) return payAtCheckout(deps, ctx, plan)
  await updatePlan(deps, ctx, { current: customerPlan.current, version, plan })
  await syncSubscription(deps, ctx)
  return { message: formatPlanChangedMessage(plan.package, plan.period) }
}

/**
 * Starts a checkout, then checks whether the organization's deletion is scheduled. If so, syncs, which expires the
 * checkout, and throws ORGANIZATION_DELETION_SCHEDULED. If the deletion is requested after this check, the deletion's
 * job finds the checkout and expires it.
 */
async function payAtCheckout(deps: OriginDeps & StripeDeps, ctx: OrganizationContext<UserContext>, plan: Plan): Promise<PlanChangeResult> {
  const result = await startCheckout(deps, ctx, plan)
  const organization = await read(ctx, (tx) => selectOrganization(tx, ctx.organization.id))
  if (organization?.deletes_at == null) return result
  await syncSubscription(deps, ctx)
  return fail('ORGANIZATION_DELETION_SCHEDULED')
}

interface KnownPlan {
  /** Undefined if Stripe does not know the organization. */
  customerPlan: CustomerPlan | undefined
  /** The stored version, read before the request to Stripe. */
  version: number
  package: PackageName
  hasLifetime: boolean
  deletesAt: Date | null
}

async function findCustomerPlan({ billing }: StripeDeps, ctx: OrganizationContext): Promise<KnownPlan> {
  const { stripe, graceDays } = billing
  const { id } = ctx.organization
  const [row, organization] = await read(ctx, async (tx) => [
    await selectSubscription(tx, id),
    (await selectOrganization(tx, id)) ?? fail('NOT_FOUND'),
  ])
  const lifetime = toCurrentLifetime({ package: organization.package, lifetime: row?.lifetime })
  const known = {
    version: row?.version ?? 0,
    package: organization.package,
    hasLifetime: lifetime !== null,
    deletesAt: organization.deletes_at,
  }
  if (!row?.stripe_customer_id) return { ...known, customerPlan: undefined }
  try {
    const state = await readStripeState(stripe, row.stripe_customer_id)
    const customerPlan = deriveCustomerPlan(state, { now: ctx.now, graceDays, isLifetimeGranted: lifetime === 'granted' })
    return { ...known, hasLifetime: customerPlan.hasLifetime, customerPlan }
  } catch (error) {
    if (!(error instanceof CustomerMissingError)) throw error
    return { ...known, customerPlan: undefined }
  }
}

/** Ends the plan after the paid time, or at once if nothing is paid. */
async function endPlan(
  deps: StripeDeps,
  ctx: OrganizationContext<UserContext>,
  customerPlan: CustomerPlan | undefined,
): Promise<PlanChangeResult> {
  const { stripe } = deps.billing
  const current = customerPlan?.current
  if (current === undefined) {
    // A plan that the operator set costs nothing, so it ends at once.
    const name = await changeManualPlan(ctx, { package: 'Free', period: 'monthly' })
    return { message: formatPlanChangedMessage(name, 'monthly') }
  }
  const { id, status } = current.subscription
  const isPaid = status === 'active' || status === 'trialing'
  await callStripe(
    isPaid ? stripe.subscriptions.update(id, { cancel_at_period_end: true, ...canceledByOwner }) : stripe.subscriptions.cancel(id),
  )
  await syncSubscription(deps, ctx)
  const message = `Your ${current.package} plan ends with ${status === 'trialing' ? 'its trial' : 'what is paid'}. Until then nothing changes.`
  return { message: isPaid ? message : formatPlanChangedMessage('Free', 'monthly') }
}

/**
 * Changes the subscription to the plan. If it is the current plan, only its cancellation is undone. Throws
 * PAYMENT_FAILED; then nothing is changed.
 */
async function updatePlan(
  { billing: { stripe } }: StripeDeps,
  ctx: OrganizationContext,
  { current, version, plan }: { current: LiveSubscription; version: number; plan: Plan },
): Promise<void> {
  const { subscription, item } = current
  const { id, status, cancel_at, cancel_at_period_end } = subscription
  if (status === 'past_due' || status === 'unpaid')
    fail('PAYMENT_FAILED', undefined, 'The last payment failed. Pay it first, then change the plan.')
  const keep = cancel_at_period_end ? { cancel_at_period_end: false } : cancel_at === null ? {} : { cancel_at: '' as const }
  if (plan.package === current.package && plan.period === current.period) {
    if (cancel_at_period_end || cancel_at !== null) await callStripe(stripe.subscriptions.update(id, keep))
    return
  }
  const price = await getPrice(stripe, plan)
  // The idempotency key makes two clicks charge once. It contains the minute, so that a declined card can be tried
  // again a minute later, and the version, so that a change differs from an equal earlier change that was reverted.
  const minute = Math.floor(ctx.now.getTime() / 60_000)
  await callStripe(
    stripe.subscriptions.update(
      id,
      { ...keep, items: [{ id: item.id, price: price.id }], proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' },
      { idempotencyKey: ['linkshelf-change', id, item.price.id, toLookupKey(plan), price.id, version, minute].join('-') },
    ),
  )
}
