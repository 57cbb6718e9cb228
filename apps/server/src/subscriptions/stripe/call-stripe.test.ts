import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { catchErrorCode } from '../../../test/builders/builders.ts'
import { closeServer, listen } from '../../platform/http/listen.ts'
import { openBilling } from '../billing.ts'
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

it('sends nothing to Stripe while requests are paused', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('{"id":"cus_1"}')
  })
  const apiUrl = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0, 'PORT')}`
  let isPaused = true
  const settings = { secretKey: 'sk_test', webhookSecrets: ['whsec_test'], apiUrl, graceDays: 7, trialDays: 0 }
  const billing = await openBilling(settings, async () => isPaused)
  if (billing.provider !== 'stripe') throw new Error('Stripe is configured')
  const retrieve = () => callStripe(billing.stripe.customers.retrieve('cus_1'), 'cus_1')

  expect(await catchErrorCode(retrieve())).toBe('BILLING_UNAVAILABLE')
  expect(requests).toBe(0)
  isPaused = false
  expect(await retrieve()).toMatchObject({ id: 'cus_1' })
  await closeServer(server, 0)
})
