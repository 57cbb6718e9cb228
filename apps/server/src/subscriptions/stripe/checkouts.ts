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
  await expireCheckouts(stripe, await listOpenCheckouts(stripe, customer))
}

/**
 * Expires all open checkouts of the customer but the one that was made last, and returns that; undefined where none is
 * open. Stripe lists the latest first, so requests at once agree on it.
 */
export async function keepLatestCheckout(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session | undefined> {
  const [latest, ...others] = await listOpenCheckouts(stripe, customer)
  await expireCheckouts(stripe, others)
  return latest
}

function listOpenCheckouts(stripe: Stripe, customer: string): Promise<Stripe.Checkout.Session[]> {
  return callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }).autoPagingToArray({ limit }), customer)
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
