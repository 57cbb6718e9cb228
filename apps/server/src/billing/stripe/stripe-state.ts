import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

/** What Stripe says of a customer now. */
export interface StripeState {
  subscriptions: Stripe.Subscription[]
  /** Checkouts that were completed, each with its payment and whether it was refunded or disputed. */
  checkouts: Stripe.Checkout.Session[]
  /** Those that are not paid; only read where a subscription is overdue. */
  openInvoices: Stripe.Invoice[]
}

/** Far above what a customer has. */
const limit = 1_000

/** Throws BILLING_UNAVAILABLE and CustomerMissingError. */
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
