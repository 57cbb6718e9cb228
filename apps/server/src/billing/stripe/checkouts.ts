import type Stripe from 'stripe'
import { callStripe } from './call-stripe.ts'

/** A customer has far fewer checkouts. */
const limit = 1_000

/** Returns the customer's checkouts in every state. */
export function listCheckouts(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return callStripe(stripe.checkout.sessions.list({ customer, limit: 100 }).autoPagingToArray({ limit }), customer)
}

/** Expires the customer's open checkouts, so that none can be paid any more. */
export async function expireOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const open = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray({ limit })
  await expireCheckouts(stripe, await callStripe(open, customer))
}

/**
 * Expires the checkouts, so that none can be paid any more. A checkout that was paid or has expired
 * meanwhile stays as it is.
 */
export async function expireCheckouts(stripe: Stripe, checkouts: readonly Stripe.Checkout.Session[]): Promise<void> {
  for (const { id } of checkouts) {
    try {
      await callStripe(stripe.checkout.sessions.expire(id))
    } catch (error) {
      if (!(error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError')) throw error
    }
  }
}
