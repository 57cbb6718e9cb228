import { isRecurring, subscriptionMessages } from '@linkshelf/contract'
import { type OrganizationContext, read, type UserContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StripeBilling } from '../billing.ts'
import type { Plan, PlanChangeResult } from '../plan.ts'
import { selectSubscription } from '../subscription-table.ts'
import { callStripe } from './call-stripe.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { getPrice, lookupKeyOf } from './stripe-prices.ts'

export const tabPath = '/settings/subscription'

/** Clicks within this time lead to the same payment page. */
const sameCheckoutMs = 10 * 60_000

/** Makes the page where the plan is paid: once, or at each renewal. */
export async function startCheckout(
  { origins }: Pick<Deps, 'origins'>,
  billing: StripeBilling,
  ctx: OrganizationContext<UserContext>,
  plan: Plan,
): Promise<PlanChangeResult> {
  const { stripe, trialDays } = billing
  const { id } = ctx.organization
  const customer = await ensureCustomer(billing, ctx, plan.name)
  const row = await read(ctx, (tx) => selectSubscription(tx, id))
  const hasTrial = trialDays > 0 && row?.stripe_subscription_id === null
  const metadata = { linkshelf_organization: id, linkshelf_package: plan.package, linkshelf_user: ctx.actor.userId }
  const price = await getPrice(stripe, plan)
  const back = `${origins.app}${tabPath}?checkout=`
  const window = Math.floor(ctx.now.getTime() / sameCheckoutMs)
  const session = await callStripe(
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
      { idempotencyKey: ['linkshelf-checkout', id, ctx.actor.userId, lookupKeyOf(plan), price.id, row?.version, window].join('-') },
    ),
  )
  if (session.url === null) throw new Error(`The checkout ${session.id} has no address`)
  return { message: subscriptionMessages.redirectingToPayment, url: session.url }
}
