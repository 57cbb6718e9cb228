import { expect, it } from 'vitest'
import { catchErrorCode } from '../../../test/builders/builders.ts'
import { CustomerMissingError, callStripe } from './call-stripe.ts'

const failing = (error: object) => callStripe(Promise.reject(Object.assign(new Error('Stripe'), error)), 'cus_1')

it.each([
  ['StripeCardError', 'PAYMENT_FAILED'],
  ['StripeConnectionError', 'BILLING_UNAVAILABLE'],
  ['StripeAPIError', 'BILLING_UNAVAILABLE'],
  ['StripeRateLimitError', 'BILLING_UNAVAILABLE'],
])('fails after a %s with %s', async (type, code) => {
  expect(await catchErrorCode(failing({ type }))).toBe(code)
})

it.each(['customer', 'id'])('says that the customer is missing when Stripe names the parameter %s', async (param) => {
  await expect(failing({ code: 'resource_missing', param })).rejects.toBeInstanceOf(CustomerMissingError)
  await expect(failing({ code: 'resource_missing', param: 'price' })).rejects.toThrow('Stripe')
})
