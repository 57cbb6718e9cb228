// Simulates the calls of Stripe's REST API that the product uses, on an account in memory. Parameters are form fields
// with Stripe's names.
import type { FakeSubscription, StripeAccount } from './stripe-account.ts'

export class StripeApiError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, body: { type: string; code?: string; message: string; param?: string }) {
    super(body.message)
    this.status = status
    this.body = { error: body }
  }
}

type Params = Record<string, string>

/** Returns the object of the response. Throws StripeApiError. */
export function answerStripeCall(account: StripeAccount, method: string, path: string, params: Params): object {
  const [, resource = '', id = '', action = ''] =
    /^\/v1\/(checkout\/sessions|billing_portal\/sessions|\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const answer = calls[`${method} ${resource}${id && '/id'}${action && `/${action}`}`]
  if (answer === undefined)
    throw new StripeApiError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: ${path})` })
  return answer(account, params, id)
}

const calls: Record<string, (account: StripeAccount, params: Params, id: string) => object> = {
  'POST customers': ({ customers, nextId }, params) => {
    const customer = { id: nextId('cus'), object: 'customer' as const, name: params.name ?? null, metadata: readNested(params, 'metadata') }
    customers.set(customer.id, customer)
    return customer
  },
  'POST customers/id': ({ customers }, params, id) => Object.assign(getExisting(customers, id, 'id'), { name: params.name }),
  'GET prices': ({ prices }, params) =>
    toList(prices.filter(({ lookup_key, active }) => lookup_key === params['lookup_keys[0]'] && String(active) === params.active)),
  'GET customers/id/balance_transactions': ({ customers, balanceTransactions }, { limit }, id) => {
    getExisting(customers, id, 'id')
    return toList(
      balanceTransactions
        .filter(({ customer }) => customer === id)
        .toReversed()
        .slice(0, Number(limit)),
    )
  },
  'POST customers/id/balance_transactions': ({ customers, changeBalance }, { amount }, id) =>
    changeBalance(getExisting(customers, id, 'id').id, Number(amount)),
  'POST refunds': ({ checkouts, refundPayment }, { payment_intent, amount }) => {
    const payment = [...checkouts.values()].find((checkout) => checkout.payment_intent?.id === payment_intent)?.payment_intent
    if (payment == null) throw createMissingError(payment_intent)
    const { amount: paid, amount_refunded } = payment.latest_charge
    if (amount_refunded + Number(amount ?? 1) > paid)
      throw new StripeApiError(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Already refunded' })
    return refundPayment(payment, amount === undefined ? undefined : Number(amount))
  },
  'GET invoices': ({ customers, invoices }, { customer, status }) => {
    getExisting(customers, customer, 'customer')
    return toList(invoices.filter((one) => one.customer === customer && one.status === status))
  },
  'POST checkout/sessions': (account, params) => {
    getExisting(account.customers, params.customer, 'customer')
    const price = account.prices.find((one) => one.id === params['line_items[0][price]'])
    if (price === undefined) throw createMissingError(params['line_items[0][price]'])
    const id = account.nextId('cs')
    const checkout = {
      id,
      object: 'checkout.session' as const,
      customer: params.customer ?? '',
      created: account.seconds(),
      mode: params.mode as 'payment' | 'subscription',
      status: 'open' as const,
      payment_status: 'unpaid' as const,
      url: `https://checkout.stripe.test/${id}`,
      metadata: readNested(params, 'metadata'),
      price,
      trialDays: Number(params['subscription_data[trial_period_days]'] ?? 0),
      payment_intent: null,
    }
    account.checkouts.set(id, checkout)
    return checkout
  },
  'GET checkout/sessions': ({ customers, checkouts }, { customer, status, 'expand[0]': expand }) => {
    getExisting(customers, customer, 'customer')
    return toList(
      [...checkouts.values()]
        .toReversed() // newest first, as Stripe lists them
        .filter((one) => one.customer === customer && (status === undefined || one.status === status))
        .map((one) => ({
          ...one,
          payment_intent: expand === 'data.payment_intent.latest_charge' ? one.payment_intent : (one.payment_intent?.id ?? null),
        })),
    )
  },
  'GET charges/id': ({ checkouts }, _params, id) => {
    const checkout = [...checkouts.values()].find(({ payment_intent }) => payment_intent?.latest_charge.id === id)
    if (checkout === undefined) throw createMissingError(id)
    return { ...checkout.payment_intent?.latest_charge, object: 'charge', customer: checkout.customer }
  },
  'POST checkout/sessions/id/expire': ({ checkouts }, _params, id) => {
    const checkout = getExisting(checkouts, id)
    if (checkout.status !== 'open')
      throw new StripeApiError(400, { type: 'invalid_request_error', message: 'Only open checkouts can be expired' })
    return Object.assign(checkout, { status: 'expired', url: null })
  },
  'POST billing_portal/sessions': ({ customers, nextId }, { customer, return_url }) => ({
    object: 'billing_portal.session',
    url: `https://billing.stripe.test/${getExisting(customers, customer, 'customer').id}/${nextId('bps')}?back=${return_url}`,
  }),
  'GET subscriptions': ({ customers, subscriptions }, { customer }) => {
    getExisting(customers, customer, 'customer')
    return toList([...subscriptions.values()].filter((one) => one.customer === customer))
  },
  'POST subscriptions/id': (account, params, id) => updateSubscription(account, params, getExisting(account.subscriptions, id)),
  'DELETE subscriptions/id': (account, { prorate }, id) => {
    const subscription = getExisting(account.subscriptions, id)
    if (subscription.status === 'canceled') throw createMissingError(id)
    account.endSubscription(subscription, prorate === 'true')
    return subscription
  },
}

function updateSubscription(account: StripeAccount, params: Params, subscription: FakeSubscription): FakeSubscription {
  const [item] = subscription.items.data
  const priceId = params['items[0][price]']
  const price = account.prices.find((one) => one.id === priceId)
  if (priceId !== undefined && item !== undefined) {
    if (price === undefined || params['items[0][id]'] !== item.id) throw createMissingError(priceId)
    if (account.isCardDeclined && params.payment_behavior === 'error_if_incomplete')
      throw new StripeApiError(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
    Object.assign(item, { price, ...(subscription.status !== 'trialing' && { current_period_end: account.periodEnd(price) }) })
  }
  if (params.cancel_at_period_end !== undefined) subscription.cancel_at_period_end = params.cancel_at_period_end === 'true'
  Object.assign(subscription.metadata, readNested(params, 'metadata'))
  if (params.cancel_at === '') subscription.cancel_at = null
  account.emit('customer.subscription.updated', subscription)
  return subscription
}

function toList(data: object[]): object {
  return { object: 'list', data, has_more: false, url: '/v1' }
}

function getExisting<T>(rows: ReadonlyMap<string, T>, id: string | undefined, param?: string): T {
  const row = rows.get(id ?? '')
  if (row === undefined) throw createMissingError(id, param)
  return row
}

function createMissingError(id: string | undefined, param?: string): StripeApiError {
  const message = `No such object: '${id}'`
  return new StripeApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, ...(param && { param }) })
}

/** Returns the fields `name[…]` by the name in brackets. */
function readNested(params: Params, name: string): Params {
  const fields = Object.entries(params).flatMap(([key, value]) => {
    const field = new RegExp(`^${name}\\[(\\w+)\\]$`).exec(key)?.[1]
    return field === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields)
}
