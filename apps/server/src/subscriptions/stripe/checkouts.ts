import { createHash } from 'node:crypto'
import { isRecurring, subscriptionMessages } from '@linkshelf/contract'
import type Stripe from 'stripe'
import { type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Plan, PlanChangeResult, StripeDeps } from '../billing.ts'
import { selectSubscription } from '../subscription-table.ts'
import { callStripe } from './call-stripe.ts'
import { withCustomer } from './ensure-customer.ts'
import { reserveTrial } from './reserve-trial.ts'
import { getPrice, toLookupKey } from './stripe-prices.ts'

export const tabPath = '/settings/subscription'

/** Within this time, more clicks on a plan lead to the same payment page. */
const sameCheckoutMs = 10 * 60_000

/**
 * Returns the payment page of a plan that is paid once or at each renewal. Expires all other open pages, so that an
 * organization never pays on two pages. Concurrent requests don't see each other's pages before they create their own,
 * so all of them return the page that was created last.
 */
export async function startCheckout(
  deps: OriginDeps & StripeDeps,
  ctx: OrganizationContext<UserContext>,
  plan: Plan,
): Promise<PlanChangeResult> {
  const { stripe } = deps.billing
  const url = await withCustomer(deps, ctx, { name: plan.name }, async (customer) => {
    const price = await getPrice(stripe, plan)
    const earlier = await listCheckouts(stripe, customer)
    const open = earlier.filter(({ status }) => status === 'open')
    const same = open.find((checkout) => isSameCheckout(checkout, ctx, price))
    await expireCheckouts(
      stripe,
      open.filter((checkout) => checkout !== same),
    )
    const checkout = same ?? (await createCheckout(deps, ctx, { plan, customer, price, earlier }))
    const { id, url } = (await expireAllButLatestCheckout(stripe, customer)) ?? checkout
    if (url === null) throw new Error(`The checkout ${id} has no address`)
    return url
  })
  return { message: subscriptionMessages.redirectingToPayment, url }
}

function isSameCheckout(
  { metadata, created, url }: Stripe.Checkout.Session,
  { actor, now }: OrganizationContext<UserContext>,
  price: Stripe.Price,
): boolean {
  const isRecent = created * 1_000 > now.getTime() - sameCheckoutMs
  return isRecent && url !== null && metadata?.linkshelf_user === actor.userId && metadata.linkshelf_price === price.id
}

interface NewCheckout {
  plan: Plan
  customer: string
  price: Stripe.Price
  earlier: readonly Stripe.Checkout.Session[]
}

async function createCheckout(
  { origins, billing: { stripe, trialDays } }: OriginDeps & StripeDeps,
  ctx: OrganizationContext<UserContext>,
  { plan, customer, price, earlier }: NewCheckout,
): Promise<Stripe.Checkout.Session> {
  const { id } = ctx.organization
  const { userId } = ctx.actor
  const row = await read(ctx, (tx) => selectSubscription(tx, id))
  const mayHaveTrial = trialDays > 0 && isRecurring(plan.package) && row?.stripe_subscription_id === null
  const hasTrial = mayHaveTrial && (await reserveTrial(ctx))
  const metadata = { linkshelf_organization: id, linkshelf_package: plan.package, linkshelf_user: userId, linkshelf_price: price.id }
  const back = `${origins.app}${tabPath}?checkout=`
  const window = Math.floor(ctx.now.getTime() / sameCheckoutMs)
  // The idempotency key makes two clicks at once create one checkout. It includes the earlier checkouts, so that Stripe
  // does not return an earlier, paid or expired checkout of the same plan.
  const identity = [
    customer,
    userId,
    toLookupKey(plan),
    price.id,
    row?.version,
    hasTrial,
    window,
    ...earlier.map((checkout) => checkout.id),
  ]
  const idempotencyKey = `linkshelf-checkout-${createHash('sha256').update(identity.join('-')).digest('hex')}`
  return callStripe(
    stripe.checkout.sessions.create(
      {
        customer,
        client_reference_id: id,
        metadata,
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: `${back}success`,
        cancel_url: `${back}canceled`,
        ...(isRecurring(plan.package)
          ? { mode: 'subscription', subscription_data: { metadata, ...(hasTrial && { trial_period_days: trialDays }) } }
          : { mode: 'payment', payment_intent_data: { metadata } }),
      },
      { idempotencyKey },
    ),
    customer,
  )
}

/** A customer has far fewer checkouts than this limit. */
const limit = 1_000

/** Returns the customer's checkouts in every state. */
function listCheckouts(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return callStripe(stripe.checkout.sessions.list({ customer, limit: 100 }).autoPagingToArray({ limit }), customer)
}

/** Expires the customer's open checkouts, so that they can't be paid. */
export async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  await expireCheckouts(stripe, await listOpenCheckouts(stripe, customer))
}

/**
 * Expires all open checkouts of the customer except the last one created, and returns that checkout. Undefined if no
 * checkout is open. Stripe lists the latest checkout first, so concurrent requests choose the same checkout.
 */
async function expireAllButLatestCheckout(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session | undefined> {
  const [latest, ...others] = await listOpenCheckouts(stripe, customer)
  await expireCheckouts(stripe, others)
  return latest
}

function listOpenCheckouts(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray({ limit }), customer)
}

/**
 * Expires the checkouts, so that they can't be paid. If a checkout was already paid or has expired, it is not changed.
 */
async function expireCheckouts(stripe: Stripe, checkouts: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of checkouts) {
    try {
      await callStripe(stripe.checkout.sessions.expire(id))
    } catch (error) {
      if (!(error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError')) throw error
    }
  }
}
