import type Stripe from 'stripe'
import type { Deps } from '../../platform/deps.ts'
import type { StripeBilling } from '../billing.ts'
import { insertEvent } from './event-table.ts'

/**
 * Handles a delivery of Stripe's webhook: verifies the signature over its bytes, stores the event once and enqueues the
 * sync of its customer. Nothing else of the event is used. Returns the status of the response: 400 for a delivery that
 * Stripe did not sign, or not within five minutes.
 */
export async function receiveEvent(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { stripe, webhookSecrets }: Pick<StripeBilling, 'stripe' | 'webhookSecrets'>,
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<200 | 400> {
  const event = await verifyEvent(stripe, webhookSecrets, body, signature)
  if (event === undefined) {
    log.warn({ bytes: body.length }, 'A webhook delivery was not signed by Stripe')
    return 400
  }
  const customerId = await findCustomer(stripe, event)
  if (customerId !== undefined) await insertEvent(db, { id: event.id, type: event.type, customerId, receivedAt: clock.now() })
  return 200
}

async function verifyEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: Uint8Array,
  signature: string,
): Promise<Stripe.Event | undefined> {
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, secret)
    } catch {
      // The library throws errors of several kinds for a malformed signature. All of them mean that the
      // secret does not match.
    }
  }
  return undefined
}

/**
 * The customer that an event is about: the object itself, or a field of it. A dispute only names its charge, which
 * Stripe is asked about.
 */
async function findCustomer(stripe: Stripe, { data: { object } }: Stripe.Event): Promise<string | undefined> {
  if (object.object === 'customer') return object.id
  if (object.object === 'dispute') return customerOf(await stripe.charges.retrieve(idOf(object.charge)))
  return customerOf(object)
}

function customerOf(object: object): string | undefined {
  if (!('customer' in object)) return undefined
  const { customer } = object as { customer: string | { id: string } | null }
  return customer === null ? undefined : idOf(customer)
}

function idOf(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id
}
