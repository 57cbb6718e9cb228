import type { Handler } from 'hono'
import type { Deps } from '../platform/deps.ts'
import type { Billing } from './billing.ts'
import { receiveEvent } from './stripe/receive-event.ts'

export const stripeWebhookPath = '/v1/webhooks/stripe'

/**
 * Answers Stripe's deliveries; 404 where Stripe does not bill. The body is read as bytes: the signature covers them.
 */
export function createStripeWebhook(deps: Pick<Deps, 'db' | 'clock' | 'log'>, billing: Billing): Handler {
  return async ({ req, body }) => {
    if (billing.provider !== 'stripe') return body(null, 404)
    const bytes = new Uint8Array(await req.arrayBuffer())
    return body(null, await receiveEvent(deps, billing, { body: bytes, signature: req.header('stripe-signature') ?? '' }))
  }
}
