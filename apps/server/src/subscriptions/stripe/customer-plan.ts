// Derives a customer's plan. This is a pure function of Stripe's present state and the time. It does not read the
// events, so their order does not matter.
//   active, trialing     the plan of the price
//   past_due             the plan of the price until the grace period ends, then Free
//   unpaid               Free until it is paid
//   canceled, incomplete no plan
//   Lifetime             paid once and neither refunded nor disputed, or granted; has no effect during Business
import type { PackageName } from '@linkshelf/contract'
import type Stripe from 'stripe'
import type { SubscriptionValues } from '../subscription-table.ts'
import { findPlanOfPrice, type PricedPlan } from './stripe-prices.ts'
import type { StripeState } from './stripe-state.ts'

export interface CustomerPlan {
  values: Required<Omit<SubscriptionValues, 'name' | 'started_at' | 'stripe_customer_id'>>
  /** The subscription that determines the plan. */
  current: LiveSubscription | undefined
  hasLifetime: boolean
  /** The first payment of Lifetime that was neither refunded nor disputed. Undefined if nothing had to be paid. */
  lifetimePayment: Stripe.PaymentIntent | undefined
  /** Later payments of Lifetime, which exist if two checkouts were both paid. */
  repeatedPayments: Stripe.PaymentIntent[]
  /** All other subscriptions, which would be paid for nothing. */
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
  const [best] = live.toSorted((a, b) => rankPlan(b) - rankPlan(a) || b.subscription.created - a.subscription.created)
  const current = hasLifetime && best?.package !== 'Business' ? undefined : best
  const superfluous = live.filter((one) => one !== current).map(({ subscription }) => subscription)
  const latest = current?.subscription ?? subscriptions.toSorted((a, b) => b.created - a.created)[0]
  const overdueSince = current && findOverdueSince(current.subscription, openInvoices)
  return {
    values: {
      ...toPlanValues(current, hasLifetime, { now, graceDays, overdueSince }),
      lifetime,
      stripe_subscription_id: latest?.id ?? null,
    },
    current,
    hasLifetime,
    lifetimePayment: isExpanded(lifetimePayment) ? lifetimePayment : undefined,
    repeatedPayments: repeatedPayments.filter(isExpanded),
    superfluous,
  }
}

function toPlanValues(
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
  const periodEnd = toInstant(item.current_period_end)
  return {
    ...overdue,
    package: current.package,
    payment_period: current.period,
    current_period_end: periodEnd,
    cancels_at: toInstant(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null),
    trial_ends_at: subscription.status === 'trialing' ? toInstant(subscription.trial_end) : null,
  }
}

/**
 * Returns the subscription with the plan of its price. Throws if the price is unknown, because a paying owner must not
 * lose the plan over a wrong setting.
 */
function toLive(subscription: Stripe.Subscription): LiveSubscription {
  const item = subscription.items.data[0]
  const plan = item && findPlanOfPrice(item.price)
  if (item === undefined || plan === undefined) throw new Error(`The price of the subscription ${subscription.id} belongs to no plan`)
  return { ...plan, subscription, item }
}

function isPaidLifetime({ mode, payment_status, payment_intent, metadata }: Stripe.Checkout.Session): boolean {
  if (mode !== 'payment' || payment_status === 'unpaid' || metadata?.linkshelf_package !== 'Lifetime') return false
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : undefined
  return !(typeof charge === 'object' && (charge?.refunded || charge?.disputed))
}

/**
 * Returns when a subscription became overdue: the time when its first unpaid invoice was created, because Stripe
 * charges an invoice at once. Later invoices of a subscription that stays overdue are ignored. Undefined if the
 * subscription is not overdue.
 */
function findOverdueSince({ id, status, created }: Stripe.Subscription, openInvoices: readonly Stripe.Invoice[]): number | undefined {
  if (status !== 'past_due' && status !== 'unpaid') return undefined
  const unpaid = openInvoices.filter(({ parent }) => toSubscriptionId(parent?.subscription_details?.subscription) === id)
  return unpaid.length === 0 ? created : Math.min(...unpaid.map((invoice) => invoice.created))
}

function toSubscriptionId(object: string | { id: string } | undefined): string | undefined {
  return typeof object === 'object' ? object.id : object
}

function isExpanded(payment: Stripe.Checkout.Session['payment_intent'] | undefined): payment is Stripe.PaymentIntent {
  return typeof payment === 'object' && payment !== null
}

function rankPlan({ package: name }: PricedPlan): number {
  return ranks.indexOf(name)
}

function toInstant(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1_000)
}
