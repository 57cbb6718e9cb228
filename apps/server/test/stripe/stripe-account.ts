// A Stripe account in memory: what its API says, and how it changes when customers pay, fail to pay, or wait.
import { isRecurring, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import { lookupKeyOf } from '../../src/billing/stripe/stripe-prices.ts'

export interface StripeEvent {
  id: string
  type: string
  data: { object: Record<string, unknown> }
}

export interface FakeSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled'
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  trial_end: number | null
  metadata: Record<string, string>
  items: { data: { id: string; current_period_end: number; price: FakePrice }[] }
  latest_invoice: { id: string; object: 'invoice'; customer: string; created: number }
}

export interface FakePrice {
  id: string
  object: 'price'
  active: boolean
  lookup_key: string | null
  metadata: Record<string, string>
}

export interface FakeCheckout {
  id: string
  object: 'checkout.session'
  customer: string
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  url: string | null
  metadata: Record<string, string>
  price: FakePrice
  trialDays: number
  payment_intent: { id: string; latest_charge: { id: string; refunded: boolean; disputed: boolean } } | null
}

const daySeconds = 24 * 60 * 60
const plans: [PackageName, PaymentPeriod | null][] = [
  ...(['Starter', 'Pro', 'Business'] as const).flatMap((name): [PackageName, PaymentPeriod][] => [
    [name, 'monthly'],
    [name, 'yearly'],
  ]),
  ['Lifetime', null],
]

/** With a price for every plan. `now` is Stripe's clock. */
export function createStripeAccount(now: () => Date = () => new Date()) {
  let count = 0
  const nextId = (prefix: string) => {
    count += 1
    return `${prefix}_${String(count).padStart(6, '0')}`
  }
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const customers = new Map<string, { id: string; object: 'customer'; name: string | null; metadata: Record<string, string> }>()
  const subscriptions = new Map<string, FakeSubscription>()
  const checkouts = new Map<string, FakeCheckout>()
  const events: StripeEvent[] = []
  const prices: FakePrice[] = plans.map(([name, period]) => ({
    id: nextId('price'),
    object: 'price',
    active: true,
    lookup_key: lookupKeyOf({ package: name, period }),
    metadata: {},
  }))
  const account = {
    customers,
    subscriptions,
    checkouts,
    prices,
    events,
    isCardDeclined: false,
    nextId,
    seconds,
    emit,
    periodEnd,
    subscribe,
    endSubscription,
  }

  /** As it is now: an event is a copy. */
  function emit(type: string, object: object): void {
    events.push({ id: nextId('evt'), type, data: { object: structuredClone(object) as Record<string, unknown> } })
  }

  function periodEnd({ lookup_key, metadata }: FakePrice): number {
    return seconds() + ((lookup_key ?? metadata.linkshelf_key)?.endsWith('yearly') ? 365 : 30) * daySeconds
  }

  function invoiceOf(customer: string) {
    return { id: nextId('in'), object: 'invoice' as const, customer, created: seconds() }
  }

  function subscribe(customer: string, price: FakePrice, trialDays = 0): FakeSubscription {
    const end = trialDays > 0 ? seconds() + trialDays * daySeconds : periodEnd(price)
    const subscription: FakeSubscription = {
      id: nextId('sub'),
      object: 'subscription',
      customer,
      status: trialDays > 0 ? 'trialing' : 'active',
      created: seconds(),
      cancel_at: null,
      cancel_at_period_end: false,
      trial_end: trialDays > 0 ? end : null,
      metadata: {},
      items: { data: [{ id: nextId('si'), current_period_end: end, price }] },
      latest_invoice: invoiceOf(customer),
    }
    subscriptions.set(subscription.id, subscription)
    emit('customer.subscription.created', subscription)
    return subscription
  }

  function endSubscription(subscription: FakeSubscription): void {
    subscription.status = 'canceled'
    emit('customer.subscription.deleted', subscription)
  }

  function liveOf(customer: string): FakeSubscription {
    const live = [...subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled')
    if (live.length !== 1 || live[0] === undefined) throw new Error(`${customer} has ${live.length} subscriptions`)
    return live[0]
  }

  return Object.assign(account, {
    liveOf,
    /** The customer pays on the page of this checkout. */
    pay(checkoutId: string): void {
      const checkout = checkouts.get(checkoutId)
      if (checkout?.status !== 'open') throw new Error(`The checkout ${checkoutId} is not open`)
      Object.assign(checkout, { status: 'complete', payment_status: 'paid', url: null })
      if (checkout.mode === 'subscription') subscribe(checkout.customer, checkout.price, checkout.trialDays)
      else checkout.payment_intent = { id: nextId('pi'), latest_charge: { id: nextId('ch'), refunded: false, disputed: false } }
      emit('checkout.session.completed', checkout)
    },
    /** The renewal of a subscription is charged, and declined. */
    failRenewal(customer: string): void {
      const subscription = liveOf(customer)
      subscription.latest_invoice = invoiceOf(customer)
      subscription.status = 'past_due'
      emit('invoice.payment_failed', subscription.latest_invoice)
      emit('customer.subscription.updated', subscription)
    },
    /** The renewal is paid, also one that was overdue. */
    payRenewal(customer: string): void {
      const subscription = liveOf(customer)
      subscription.status = 'active'
      for (const item of subscription.items.data) item.current_period_end = periodEnd(item.price)
      emit('invoice.paid', subscription.latest_invoice)
      emit('customer.subscription.updated', subscription)
    },
    /** The period ends: a canceled subscription with it. */
    endPeriod(customer: string): void {
      const subscription = liveOf(customer)
      if (subscription.cancel_at_period_end) endSubscription(subscription)
    },
    refund(checkoutId: string): void {
      const charge = checkouts.get(checkoutId)?.payment_intent?.latest_charge
      if (charge === undefined) throw new Error(`The checkout ${checkoutId} is not paid`)
      charge.refunded = true
      emit('charge.refunded', { ...charge, object: 'charge', customer: checkouts.get(checkoutId)?.customer })
    },
    /** The customer reclaims the payment from the bank. The event names the charge only. */
    dispute(checkoutId: string): void {
      const charge = checkouts.get(checkoutId)?.payment_intent?.latest_charge
      if (charge === undefined) throw new Error(`The checkout ${checkoutId} is not paid`)
      charge.disputed = true
      emit('charge.dispute.created', { id: nextId('du'), object: 'dispute', charge: charge.id })
    },
    priceOf(name: PackageName, period: PaymentPeriod): FakePrice {
      const key = lookupKeyOf({ package: name, period: isRecurring(name) ? period : null })
      const price = prices.find(({ lookup_key }) => lookup_key === key)
      if (price === undefined) throw new Error(`No price has the key ${key}`)
      return price
    },
  })
}

export type StripeAccount = ReturnType<typeof createStripeAccount>
