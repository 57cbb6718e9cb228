// Derives the plan of a customer. This is a pure function of Stripe's present state and the time: no event is
// remembered, so their order does not matter.
//   active, trialing     the plan of the price
//   past_due             the same until the grace period ends, then Free
//   unpaid               Free, until it is paid
//   canceled, incomplete no plan
//   Lifetime             paid once, neither refunded nor disputed, or granted; only Business covers it
import type { PackageName } from '@linkshelf/contract'
import type Stripe from 'stripe'
import type { SubscriptionValues } from '../subscription-table.ts'
import { type PricedPlan, planOfPrice } from './stripe-prices.ts'
import type { StripeState } from './stripe-state.ts'

export interface CustomerPlan {
  values: Required<Omit<SubscriptionValues, 'name' | 'started_at' | 'stripe_customer_id'>>
  /** The subscription that counts. */
  current: LiveSubscription | undefined
  hasLifetime: boolean
  /** The payment of Lifetime that counts: the first. Undefined where nothing had to be paid. */
  lifetimePayment: Stripe.PaymentIntent | undefined
  /** Payments of Lifetime after it: of two checkouts that were both paid. */
  repeatedPayments: Stripe.PaymentIntent[]
  /** Subscriptions beside the one that counts, which would be paid for nothing. */
  superfluous: Stripe.Subscription[]
}

export interface LiveSubscription extends PricedPlan {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
}

const liveStatuses = ['active', 'trialing', 'past_due', 'unpaid']
const ranks: readonly PackageName[] = ['Free', 'Starter', 'Pro', 'Lifetime', 'Business']
const dayMs = 24 * 60 * 60_000

export function deriveCustomerPlan(
  { subscriptions, checkouts, openInvoices }: StripeState,
  { now, graceDays, isLifetimeGranted }: { now: Date; graceDays: number; isLifetimeGranted: boolean },
): CustomerPlan {
  const live = subscriptions.filter(({ status }) => liveStatuses.includes(status)).map(toLive)
  const lifetimes = checkouts.filter(isPaidLifetime).toSorted((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
  const [lifetimePayment, ...repeatedPayments] = lifetimes.map(({ payment_intent }) => payment_intent)
  const lifetime = isLifetimeGranted ? 'granted' : lifetimes.length > 0 ? 'paid' : null
  const hasLifetime = lifetime !== null
  const [best] = live.toSorted((a, b) => rank(b) - rank(a) || b.subscription.created - a.subscription.created)
  const current = hasLifetime && best?.package !== 'Business' ? undefined : best
  const superfluous = live.filter((one) => one !== current).map(({ subscription }) => subscription)
  const latest = current?.subscription ?? subscriptions.toSorted((a, b) => b.created - a.created)[0]
  const overdueSince = current && overdueSinceOf(current.subscription, openInvoices)
  return {
    values: { ...valuesOf(current, hasLifetime, { now, graceDays, overdueSince }), lifetime, stripe_subscription_id: latest?.id ?? null },
    current,
    hasLifetime,
    lifetimePayment: isExpanded(lifetimePayment) ? lifetimePayment : undefined,
    repeatedPayments: repeatedPayments.filter(isExpanded),
    superfluous,
  }
}

function valuesOf(
  current: LiveSubscription | undefined,
  hasLifetime: boolean,
  { now, graceDays, overdueSince }: { now: Date; graceDays: number; overdueSince: number | undefined },
) {
  const none = { current_period_end: null, cancels_at: null, trial_ends_at: null, grace_ends_at: null, status: 'active' as const }
  const without = { ...none, package: hasLifetime ? ('Lifetime' as const) : ('Free' as const), payment_period: null }
  if (current === undefined) return without

  const { subscription, item } = current
  const graceEndsAt = overdueSince === undefined ? null : new Date(overdueSince * 1_000 + graceDays * dayMs)
  const overdue = { status: graceEndsAt === null ? ('active' as const) : ('past_due' as const), grace_ends_at: graceEndsAt }
  if (graceEndsAt !== null && (subscription.status === 'unpaid' || graceEndsAt <= now)) return { ...without, ...overdue }
  const periodEnd = instantOf(item.current_period_end)
  return {
    ...overdue,
    package: current.package,
    payment_period: current.period,
    current_period_end: periodEnd,
    cancels_at: instantOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    trial_ends_at: subscription.status === 'trialing' ? instantOf(subscription.trial_end) : null,
  }
}

/** Throws for an unknown price, because an owner who pays must not lose the plan over a wrong setting. */
function toLive(subscription: Stripe.Subscription): LiveSubscription {
  const item = subscription.items.data[0]
  const plan = item && planOfPrice(item.price)
  if (item === undefined || plan === undefined) throw new Error(`The price of the subscription ${subscription.id} belongs to no plan`)
  return { ...plan, subscription, item }
}

function isPaidLifetime({ mode, payment_status, payment_intent, metadata }: Stripe.Checkout.Session): boolean {
  if (mode !== 'payment' || payment_status === 'unpaid' || metadata?.linkshelf_package !== 'Lifetime') return false
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  return !(typeof charge === 'object' && (charge?.refunded || charge?.disputed))
}

/**
 * When the first invoice was made that is not paid: Stripe charges it at once. Later ones of a subscription that
 * stays overdue don't count.
 */
function overdueSinceOf({ id, status, created }: Stripe.Subscription, openInvoices: readonly Stripe.Invoice[]): number | undefined {
  if (status !== 'past_due' && status !== 'unpaid') return undefined
  const unpaid = openInvoices.filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === id)
  return unpaid.length === 0 ? created : Math.min(...unpaid.map((invoice) => invoice.created))
}

function idOf(object: string | { id: string } | undefined): string | undefined {
  return typeof object === 'object' ? object.id : object
}

function isExpanded(payment: Stripe.Checkout.Session['payment_intent'] | undefined): payment is Stripe.PaymentIntent {
  return typeof payment === 'object' && payment !== null
}

function rank({ package: name }: PricedPlan): number {
  return ranks.indexOf(name)
}

function instantOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1_000)
}
