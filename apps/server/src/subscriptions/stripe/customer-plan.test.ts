import type { PackageName } from '@linkshelf/contract'
import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { deriveCustomerPlan } from './customer-plan.ts'

const now = new Date('2026-03-20T12:00:00Z')
const dayMs = 86_400_000
const seconds = (days: number) => (now.getTime() + days * dayMs) / 1_000
const at = (days: number) => new Date(now.getTime() + days * dayMs)

interface GivenSubscription {
  status: Stripe.Subscription.Status
  plan?: string
  /** The creation in days from now. The other times are in days too. */
  created?: number
  /** When each unpaid invoice was created. */
  unpaid?: number[]
  cancelAt?: number
  trialEnd?: number
  cancelAtPeriodEnd?: boolean
}

/** Returns a subscription as Stripe does, with the fields on which a plan depends. */
function aSubscription(given: GivenSubscription, nth: number): Stripe.Subscription {
  const { status, plan = 'pro_yearly', created = -40, cancelAt, trialEnd, cancelAtPeriodEnd = false } = given
  const subscription = {
    id: `sub_${nth}`,
    status,
    created: seconds(created),
    cancel_at: cancelAt === undefined ? null : seconds(cancelAt),
    cancel_at_period_end: cancelAtPeriodEnd,
    trial_end: trialEnd === undefined ? null : seconds(trialEnd),
    items: { data: [{ price: { lookup_key: `linkshelf_${plan}`, metadata: {} }, current_period_end: seconds(30) }] },
  }
  return subscription as unknown as Stripe.Subscription
}

function createInvoices({ unpaid = [] }: GivenSubscription, nth: number): Stripe.Invoice[] {
  const invoices = unpaid.map((day) => ({ created: seconds(day), parent: { subscription_details: { subscription: `sub_${nth}` } } }))
  return invoices as unknown as Stripe.Invoice[]
}

function aCheckout(
  given: { plan?: string; isPaid?: boolean; isRefunded?: boolean; isDisputed?: boolean; created?: number } = {},
): Stripe.Checkout.Session {
  const { plan = 'Lifetime', isPaid = true, isRefunded = false, isDisputed = false, created = -1 } = given
  const session = {
    id: `cs_${created}`,
    created: seconds(created),
    mode: 'payment',
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: { id: `pi_${created}`, latest_charge: { refunded: isRefunded, disputed: isDisputed } },
    metadata: { linkshelf_package: plan },
  }
  return session as unknown as Stripe.Checkout.Session
}

function derivePlan(subscriptions: GivenSubscription[], checkouts: Stripe.Checkout.Session[] = [], isLifetimeGranted = false) {
  const state = { subscriptions: subscriptions.map(aSubscription), checkouts, openInvoices: subscriptions.flatMap(createInvoices) }
  return deriveCustomerPlan(state, { now, graceDays: 14, isLifetimeGranted })
}

describe('the plan of one subscription', () => {
  it.each<[string, GivenSubscription, PackageName, object]>([
    ['active', { status: 'active' }, 'Pro', { payment_period: 'yearly', status: 'active', current_period_end: at(30), cancels_at: null }],
    ['monthly', { status: 'active', plan: 'starter_monthly' }, 'Starter', { payment_period: 'monthly' }],
    ['in its trial', { status: 'trialing', trialEnd: 5 }, 'Pro', { status: 'active', trial_ends_at: at(5) }],
    ['after its trial', { status: 'active', trialEnd: -5 }, 'Pro', { trial_ends_at: null }],
    ['canceled at the end of its period', { status: 'active', cancelAtPeriodEnd: true }, 'Pro', { cancels_at: at(30) }],
    ['canceled on a day', { status: 'active', cancelAt: 10 }, 'Pro', { cancels_at: at(10) }],
    ['overdue within the grace period', { status: 'past_due', unpaid: [-13] }, 'Pro', { status: 'past_due', grace_ends_at: at(1) }],
    ['overdue at the end of the grace period', { status: 'past_due', unpaid: [-14] }, 'Free', { status: 'past_due', grace_ends_at: at(0) }],
    ['overdue with a later invoice', { status: 'past_due', unpaid: [-3, -13] }, 'Pro', { status: 'past_due', grace_ends_at: at(1) }],
    ['overdue without an invoice', { status: 'past_due', created: -20 }, 'Free', { status: 'past_due', grace_ends_at: at(-6) }],
    ['unpaid', { status: 'unpaid', unpaid: [-1] }, 'Free', { status: 'past_due', grace_ends_at: at(13) }],
    ['canceled', { status: 'canceled' }, 'Free', { status: 'active', payment_period: null, current_period_end: null }],
    ['incomplete', { status: 'incomplete' }, 'Free', { status: 'active' }],
    ['expired before its first payment', { status: 'incomplete_expired' }, 'Free', { status: 'active' }],
    ['paused', { status: 'paused' }, 'Free', { status: 'active' }],
  ])('%s', (_case, subscription, name, values) => {
    expect(derivePlan([subscription]).values).toMatchObject({ package: name, stripe_subscription_id: 'sub_0', ...values })
  })
})

describe('of several', () => {
  it.each<[string, GivenSubscription[], Stripe.Checkout.Session[], PackageName, string | undefined, string[]]>([
    ['no subscription means Free', [], [], 'Free', undefined, []],
    ['the larger plan counts', [{ status: 'active', plan: 'starter_monthly' }, { status: 'active' }], [], 'Pro', 'sub_1', ['sub_0']],
    ['the newer of two equal plans counts', [{ status: 'active' }, { status: 'active', created: -1 }], [], 'Pro', 'sub_1', ['sub_0']],
    [
      'a canceled subscription does not count',
      [{ status: 'canceled', plan: 'business_yearly' }, { status: 'active' }],
      [],
      'Pro',
      'sub_1',
      [],
    ],
    ['Lifetime replaces a smaller plan', [{ status: 'active' }], [aCheckout()], 'Lifetime', undefined, ['sub_0']],
    ['Business replaces Lifetime', [{ status: 'active', plan: 'business_monthly' }], [aCheckout()], 'Business', 'sub_0', []],
    [
      'an overdue Business falls back to Lifetime',
      [{ status: 'unpaid', plan: 'business_monthly' }],
      [aCheckout()],
      'Lifetime',
      'sub_0',
      [],
    ],
    ['unpaid Lifetime does not count', [], [aCheckout({ isPaid: false })], 'Free', undefined, []],
    ['refunded Lifetime does not count', [], [aCheckout({ isRefunded: true })], 'Free', undefined, []],
    ['disputed Lifetime does not count', [], [aCheckout({ isDisputed: true })], 'Free', undefined, []],
    ['the second payment counts if the first was refunded', [], [aCheckout({ isRefunded: true }), aCheckout()], 'Lifetime', undefined, []],
    ['a payment for another product does not count', [], [aCheckout({ plan: 'Book' })], 'Free', undefined, []],
  ])('%s', (_case, subscriptions, checkouts, name, current, superfluous) => {
    const customerPlan = derivePlan(subscriptions, checkouts)
    expect({
      name: customerPlan.values.package,
      current: customerPlan.current?.subscription.id,
      superfluous: customerPlan.superfluous.map(({ id }) => id),
    }).toEqual({
      name,
      current,
      superfluous,
    })
  })

  it('does not depend on their order', () => {
    const given: GivenSubscription[] = [
      { status: 'active', plan: 'starter_monthly' },
      { status: 'past_due', unpaid: [-3] },
      { status: 'canceled', created: -2 },
    ]
    const named = given.map(aSubscription)
    const openInvoices = given.flatMap(createInvoices)
    const of = (subscriptions: Stripe.Subscription[]) =>
      deriveCustomerPlan({ subscriptions, checkouts: [], openInvoices }, { now, graceDays: 14, isLifetimeGranted: false }).values
    expect(of(named.toReversed())).toEqual(of(named))
  })
})

it('ranks a granted Lifetime after every other plan, below Business', () => {
  const packageWith = (subscription: GivenSubscription) => derivePlan([subscription], [], true).values
  expect(packageWith({ status: 'canceled' })).toMatchObject({ package: 'Lifetime', lifetime: 'granted' })
  expect(packageWith({ status: 'active', plan: 'business_yearly' })).toMatchObject({ package: 'Business', lifetime: 'granted' })
})

it('counts the first payment of Lifetime, and lists later payments', () => {
  const customerPlan = derivePlan(
    [],
    [aCheckout({ created: -1 }), aCheckout({ created: -3 }), aCheckout({ created: -2 }), aCheckout({ created: -4, isRefunded: true })],
  )
  expect(customerPlan.lifetimePayment?.id).toBe('pi_-3')
  expect(customerPlan.repeatedPayments.map(({ id }) => id)).toEqual(['pi_-2', 'pi_-1'])
})

it('throws for a price that belongs to no plan', () => {
  expect(() => derivePlan([{ status: 'active', plan: 'gold' }])).toThrow('The price of the subscription sub_0 belongs to no plan')
})
