import type Stripe from 'stripe'
import { z } from 'zod'
import { isStorable } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { StripeBilling } from '../billing.ts'
import { insertEvent } from './event-table.ts'

/**
 * Handles a delivery of Stripe's webhook: verifies the signature over its bytes, stores the event once and enqueues the
 * sync of its customer. Nothing else of the event is used. Returns the status of the response: 400 for a delivery that
 * Stripe did not sign, or not within five minutes, and for one that is no event.
 */
export async function receiveEvent(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { stripe, webhookSecrets }: Pick<StripeBilling, 'stripe' | 'webhookSecrets'>,
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<200 | 400> {
  const delivery = await verifyDelivery(stripe, webhookSecrets, body, signature)
  if (delivery === undefined) {
    log.warn({ bytes: body.length }, 'A webhook delivery was not signed by Stripe')
    return 400
  }
  const { success, data: event } = eventSchema.safeParse(delivery)
  if (!success || !isStorable(event)) {
    log.warn({ bytes: body.length }, 'A webhook delivery that Stripe signed is no event')
    return 400
  }
  const customerId = await findCustomer(stripe, event)
  if (customerId !== undefined) await insertEvent(db, { id: event.id, type: event.type, customerId, receivedAt: clock.now() })
  return 200
}

const reference = z.union([z.string().min(1), z.object({ id: z.string().min(1) })])

/** The fields of an event that are used, and of the object that it is about. */
const eventSchema = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({
    object: z.union([
      z.object({ object: z.literal('customer'), id: z.string().min(1) }),
      z.object({ object: z.literal('dispute'), charge: reference }),
      z.object({
        object: z
          .string()
          .regex(/^(?!customer$|dispute$)/)
          .optional(),
        customer: reference.nullish(),
      }),
    ]),
  }),
})

type Event = z.output<typeof eventSchema>

/** Returns the body if Stripe signed it; undefined for anything else. */
async function verifyDelivery(stripe: Stripe, secrets: readonly string[], body: Uint8Array, signature: string): Promise<unknown> {
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
async function findCustomer(stripe: Stripe, { data: { object } }: Event): Promise<string | undefined> {
  if ('charge' in object) return customerOf(await stripe.charges.retrieve(idOf(object.charge)))
  return 'id' in object ? object.id : customerOf(object)
}

function customerOf({ customer }: { customer?: string | { id: string } | null | undefined }): string | undefined {
  return customer == null ? undefined : idOf(customer)
}

function idOf(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id
}
