import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

/** What Stripe says of a customer now. */
export interface StripeState {
  subscriptions: Stripe.Subscription[]
  /** Checkouts that were completed, each with its payment and whether it was refunded or disputed. */
  checkouts: Stripe.Checkout.Session[]
}

/** Far above what a customer has. */
const limit = 1_000

export async function readStripeState(stripe: Stripe, customer: string): Promise<StripeState> {
  const [subscriptions, checkouts] = await callStripe(
    Promise.all([
      stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.latest_invoice'] }).autoPagingToArray({ limit }),
      stripe.checkout.sessions
        .list({ customer, status: 'complete', limit: 100, expand: ['data.payment_intent.latest_charge'] })
        .autoPagingToArray({ limit }),
    ]),
  )
  return { subscriptions, checkouts }
}
