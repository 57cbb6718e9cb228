import { fail } from '../../access/index.ts'

/** Stripe does not know the customer, because it was deleted there or belongs to another account. */
export class CustomerMissingError extends Error {
  readonly customerId: string

  constructor(customerId: string) {
    super(`Stripe does not know the customer ${customerId}`)
    this.name = 'CustomerMissingError'
    this.customerId = customerId
  }
}

/**
 * Awaits a call of Stripe's API. Throws PAYMENT_FAILED if the payment is declined, BILLING_UNAVAILABLE if Stripe does
 * not answer or is overloaded, and CustomerMissingError if the call's customer does not exist.
 */
export async function callStripe<T>(call: Promise<T>, customerId?: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    const { type, code, param } = error as { type?: string; code?: string; param?: string }
    if (type === 'StripeCardError') fail('PAYMENT_FAILED')
    if (type === 'StripeConnectionError' || type === 'StripeAPIError' || type === 'StripeRateLimitError') fail('BILLING_UNAVAILABLE')
    // Stripe names the parameter `id` if the customer is in the path of the call.
    if (customerId !== undefined && code === 'resource_missing' && (param === 'customer' || param === 'id'))
      throw new CustomerMissingError(customerId)
    throw error
  }
}
