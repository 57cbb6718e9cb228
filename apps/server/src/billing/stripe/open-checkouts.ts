import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

/** Far above what a customer has open. */
const limit = 1_000

export function listOpenCheckouts(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray({ limit }), customer)
}

/** None of them can be paid any more. One that was paid or has expired meanwhile stays as it is. */
export async function expireCheckouts(stripe: Stripe, checkouts: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of checkouts) {
    try {
      await callStripe(stripe.checkout.sessions.expire(id))
    } catch (error) {
      if (!(error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError')) throw error
    }
  }
}
