import { fail } from '../../access/index.ts'

/** Runs a call of Stripe's API. Throws PAYMENT_FAILED for a declined payment, and BILLING_UNAVAILABLE when Stripe does not answer or is overloaded. */
export async function callStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined
    if (type === 'StripeCardError') fail('PAYMENT_FAILED')
    if (type === 'StripeConnectionError' || type === 'StripeAPIError' || type === 'StripeRateLimitError') fail('BILLING_UNAVAILABLE')
    throw error
  }
}
