import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

export interface StripeState {
  subscriptions: Stripe.Subscription[]
  /** Completed checkouts. Each contains its payment and whether it was refunded or disputed. */
  checkouts: Stripe.Checkout.Session[]
  /** Unpaid invoices, which are read only if a subscription is overdue. */
  openInvoices: Stripe.Invoice[]
}

/** A customer has far fewer subscriptions, checkouts and invoices than this limit. */
const limit = 1_000

/**
 * Reads the customer's subscriptions, completed checkouts and unpaid invoices. Throws BILLING_UNAVAILABLE and
 * CustomerMissingError.
 */
export async function readStripeState(stripe: Stripe, customer: string): Promise<StripeState> {
  const [subscriptions, checkouts] = await callStripe(
    Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit }),
      stripe.checkout.sessions
        .list({ customer, status: 'complete', limit: 100, expand: ['data.payment_intent.latest_charge'] })
        .autoPagingToArray({ limit }),
    ]),
    customer,
  )
  const isOverdue = subscriptions.some(({ status }) => status === 'past_due' || status === 'unpaid')
  return { subscriptions, checkouts, openInvoices: isOverdue ? await readOpenInvoices(stripe, customer) : [] }
}

function readOpenInvoices(stripe: Stripe, customer: string): Promise<Stripe.Invoice[]> {
  return callStripe(stripe.invoices.list({ customer, status: 'open', limit: 100 }).autoPagingToArray({ limit }), customer)
}
