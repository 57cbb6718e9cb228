// A Stripe account in memory: the objects that its API returns, and how they change when customers pay, fail to pay, or
// wait.
import { computeAnnualPrice, isRecurring, listPricingPlans, type PackageName, type PaymentPeriod } from '@linkshelf/contract'
import { toLookupKey } from '../../src/subscriptions/stripe/stripe-prices.ts'

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
}

interface FakeInvoice {
  id: string
  object: 'invoice'
  customer: string
  created: number
  status: 'open' | 'paid'
  parent: { subscription_details: { subscription: string } }
}

/** A change to a customer's balance. A negative amount is a credit. */
export interface FakeBalanceTransaction {
  id: string
  object: 'customer_balance_transaction'
  customer: string
  amount: number
  ending_balance: number
  currency: 'usd'
}

export interface FakeRefund {
  id: string
  object: 'refund'
  amount: number
  currency: 'usd'
  payment_intent: string
}

export interface FakePrice {
  id: string
  object: 'price'
  active: boolean
  /** The amount in cents. */
  unit_amount: number
  lookup_key: string | null
  metadata: Record<string, string>
}

export interface FakeCheckout {
  id: string
  object: 'checkout.session'
  customer: string
  created: number
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  url: string | null
  metadata: Record<string, string>
  price: FakePrice
  trialDays: number
  payment_intent: FakePayment | null
}

interface FakePayment {
  id: string
  currency: 'usd'
  latest_charge: { id: string; amount: number; amount_refunded: number; refunded: boolean; disputed: boolean }
}

const daySeconds = 24 * 60 * 60
const plans: [PackageName, PaymentPeriod | null][] = [
  ...(['Starter', 'Pro', 'Business'] as const).flatMap((name): [PackageName, PaymentPeriod][] => [
    [name, 'monthly'],
    [name, 'yearly'],
  ]),
  ['Lifetime', null],
]

function computeCents(name: PackageName, period: PaymentPeriod | null): number {
  const price = listPricingPlans().find((plan) => plan.name === name)?.price
  if (typeof price !== 'number') throw new Error(`${name} has no price`)
  return 100 * (period === 'yearly' ? computeAnnualPrice(price) : price)
}

/** Creates an account with a price for every plan. `now` is Stripe's clock. */
export function createStripeAccount(now: () => Date = () => new Date()) {
  let count = 0
  const nextId = (prefix: string) => {
    count += 1
    return `${prefix}_${String(count).padStart(6, '0')}`
  }
  const readSeconds = () => Math.floor(now().getTime() / 1_000)
  const customers = new Map<string, { id: string; object: 'customer'; name: string | null; metadata: Record<string, string> }>()
  const subscriptions = new Map<string, FakeSubscription>()
  const checkouts = new Map<string, FakeCheckout>()
  const invoices: FakeInvoice[] = []
  const balanceTransactions: FakeBalanceTransaction[] = []
  const refunds: FakeRefund[] = []
  const events: StripeEvent[] = []
  const prices: FakePrice[] = plans.map(([name, period]) => ({
    id: nextId('price'),
    object: 'price',
    active: true,
    unit_amount: computeCents(name, period),
    lookup_key: toLookupKey({ package: name, period }),
    metadata: {},
  }))
  const account = {
    customers,
    subscriptions,
    checkouts,
    prices,
    invoices,
    balanceTransactions,
    refunds,
    events,
    isCardDeclined: false,
    nextId,
    seconds: readSeconds,
    emit,
    periodEnd: computePeriodEnd,
    subscribe,
    endSubscription,
    changeBalance,
    refundPayment,
  }

  /** Records an event with a copy of the object, since later changes must not alter it. */
  function emit(type: string, object: object): void {
    events.push({ id: nextId('evt'), type, data: { object: structuredClone(object) as Record<string, unknown> } })
  }

  function computePeriodEnd({ lookup_key, metadata }: FakePrice): number {
    return readSeconds() + ((lookup_key ?? metadata.linkshelf_key)?.endsWith('yearly') ? 365 : 30) * daySeconds
  }

  function createInvoice({ id, customer }: FakeSubscription, status: FakeInvoice['status']): FakeInvoice {
    const made: FakeInvoice = {
      id: nextId('in'),
      object: 'invoice',
      customer,
      created: readSeconds(),
      status,
      parent: { subscription_details: { subscription: id } },
    }
    invoices.push(made)
    return made
  }

  function changeBalance(customer: string, amount: number): FakeBalanceTransaction {
    const before = balanceTransactions.findLast((one) => one.customer === customer)?.ending_balance ?? 0
    const transaction: FakeBalanceTransaction = {
      id: nextId('cbtxn'),
      object: 'customer_balance_transaction',
      customer,
      amount,
      ending_balance: before + amount,
      currency: 'usd',
    }
    balanceTransactions.push(transaction)
    emit('customer.updated', customers.get(customer) ?? { id: customer, object: 'customer' })
    return transaction
  }

  function refundPayment(payment: FakePayment, cents = payment.latest_charge.amount - payment.latest_charge.amount_refunded): FakeRefund {
    const charge = payment.latest_charge
    charge.amount_refunded += cents
    charge.refunded = charge.amount_refunded === charge.amount
    const refund: FakeRefund = { id: nextId('re'), object: 'refund', amount: cents, currency: 'usd', payment_intent: payment.id }
    refunds.push(refund)
    const customer = [...checkouts.values()].find(({ payment_intent }) => payment_intent === payment)?.customer
    emit('charge.refunded', { ...charge, object: 'charge', customer })
    return refund
  }

  function subscribe(customer: string, price: FakePrice, trialDays = 0): FakeSubscription {
    const end = trialDays > 0 ? readSeconds() + trialDays * daySeconds : computePeriodEnd(price)
    const subscription: FakeSubscription = {
      id: nextId('sub'),
      object: 'subscription',
      customer,
      status: trialDays > 0 ? 'trialing' : 'active',
      created: readSeconds(),
      cancel_at: null,
      cancel_at_period_end: false,
      trial_end: trialDays > 0 ? end : null,
      metadata: {},
      items: { data: [{ id: nextId('si'), current_period_end: end, price }] },
    }
    subscriptions.set(subscription.id, subscription)
    createInvoice(subscription, 'paid')
    emit('customer.subscription.created', subscription)
    return subscription
  }

  /**
   * Ends the subscription. If `prorate` is true, the unused part of the period is credited to the customer's balance.
   */
  function endSubscription(subscription: FakeSubscription, prorate = false): void {
    subscription.status = 'canceled'
    const [item] = subscription.items.data
    if (prorate && item !== undefined) {
      const left = (item.current_period_end - readSeconds()) / (computePeriodEnd(item.price) - readSeconds())
      changeBalance(subscription.customer, -Math.round(left * item.price.unit_amount))
    }
    emit('customer.subscription.deleted', subscription)
  }

  function getLiveSubscription(customer: string): FakeSubscription {
    const live = [...subscriptions.values()].filter((one) => one.customer === customer && one.status !== 'canceled')
    if (live.length !== 1 || live[0] === undefined) throw new Error(`${customer} has ${live.length} subscriptions`)
    return live[0]
  }

  return Object.assign(account, {
    liveOf: getLiveSubscription,
    /** Simulates the customer's payment on the checkout page. */
    pay(checkoutId: string): void {
      const checkout = checkouts.get(checkoutId)
      if (checkout?.status !== 'open') throw new Error(`The checkout ${checkoutId} is not open`)
      Object.assign(checkout, { status: 'complete', payment_status: 'paid', url: null })
      if (checkout.mode === 'subscription') subscribe(checkout.customer, checkout.price, checkout.trialDays)
      else {
        const charge = { id: nextId('ch'), amount: checkout.price.unit_amount, amount_refunded: 0, refunded: false, disputed: false }
        checkout.payment_intent = { id: nextId('pi'), currency: 'usd', latest_charge: charge }
      }
      emit('checkout.session.completed', checkout)
    },
    /** Simulates a renewal whose payment is declined. */
    failRenewal(customer: string): void {
      const subscription = getLiveSubscription(customer)
      subscription.status = 'past_due'
      emit('invoice.payment_failed', createInvoice(subscription, 'open'))
      emit('customer.subscription.updated', subscription)
    },
    /** Simulates the payment of a renewal, even if it is overdue. */
    payRenewal(customer: string): void {
      const subscription = getLiveSubscription(customer)
      subscription.status = 'active'
      for (const item of subscription.items.data) item.current_period_end = computePeriodEnd(item.price)
      for (const open of invoices.filter((one) => one.customer === customer)) open.status = 'paid'
      emit('invoice.paid', invoices.findLast((one) => one.customer === customer) ?? {})
      emit('customer.subscription.updated', subscription)
    },
    /** Simulates the end of the period. If the subscription was canceled for the end of the period, it ends. */
    endPeriod(customer: string): void {
      const subscription = getLiveSubscription(customer)
      if (subscription.cancel_at_period_end) endSubscription(subscription)
    },
    refund(checkoutId: string): void {
      const payment = checkouts.get(checkoutId)?.payment_intent
      if (payment == null) throw new Error(`The checkout ${checkoutId} is not paid`)
      refundPayment(payment)
    },
    /** Simulates a dispute: the customer reclaims the payment through the bank. The event names only the charge. */
    dispute(checkoutId: string): void {
      const charge = checkouts.get(checkoutId)?.payment_intent?.latest_charge
      if (charge === undefined) throw new Error(`The checkout ${checkoutId} is not paid`)
      charge.disputed = true
      emit('charge.dispute.created', { id: nextId('du'), object: 'dispute', charge: charge.id })
    },
    priceOf(name: PackageName, period: PaymentPeriod): FakePrice {
      const key = toLookupKey({ package: name, period: isRecurring(name) ? period : null })
      const price = prices.find(({ lookup_key }) => lookup_key === key)
      if (price === undefined) throw new Error(`No price has the key ${key}`)
      return price
    },
  })
}

export type StripeAccount = ReturnType<typeof createStripeAccount>
