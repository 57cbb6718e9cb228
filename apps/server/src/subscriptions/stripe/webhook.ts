import type { Handler } from 'hono'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { z } from 'zod'
import { isStorable } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { BillingDeps, StripeDeps } from '../billing.ts'
import { maxAttempts, syncSubscriptionTask, toSyncKey } from './stripe-jobs.ts'

export const stripeWebhookPath = '/v1/webhooks/stripe'

/**
 * Handles Stripe's deliveries. If Stripe does not bill, responds with 404. The body is read as bytes, because the
 * signature covers bytes.
 */
export function createStripeWebhook(deps: CoreDeps & BillingDeps): Handler {
  const { billing } = deps
  return async ({ req, body }) => {
    if (billing.provider !== 'stripe') return body(null, 404)
    // If the connection breaks, the body is read as an empty body, which Stripe did not sign.
    const bytes = new Uint8Array(await req.arrayBuffer().catch(() => new ArrayBuffer()))
    return body(null, await receiveEvent({ ...deps, billing }, { body: bytes, signature: req.header('stripe-signature') ?? '' }))
  }
}

/**
 * Handles a webhook delivery: verifies the signature over its bytes, stores the event once and enqueues the sync of its
 * customer. Nothing else of the event is used. Returns the status of the response: 400 if Stripe did not sign the
 * delivery within the last five minutes or the delivery is no event.
 */
async function receiveEvent(
  { db, clock, log, billing: { stripe, webhookSecrets } }: CoreDeps & StripeDeps,
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

/** The used fields of an event and of its object. */
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

/** Returns the body if Stripe signed it; undefined otherwise. */
async function verifyDelivery(stripe: Stripe, secrets: readonly string[], body: Uint8Array, signature: string): Promise<unknown> {
  for (const secret of secrets) {
    try {
      return await stripe.webhooks.constructEventAsync(body, signature, secret)
    } catch {
      // The library throws errors of several kinds for a malformed signature. All of them mean that the secret does not
      // match.
    }
  }
  return undefined
}

/**
 * Returns the customer of an event: the event's object or a field of the object. A dispute names only its charge, so
 * the charge is read from Stripe.
 */
async function findCustomer(stripe: Stripe, { data: { object } }: Event): Promise<string | undefined> {
  if ('charge' in object) return toCustomerId(await stripe.charges.retrieve(toStripeId(object.charge)))
  return 'id' in object ? object.id : toCustomerId(object)
}

function toCustomerId({ customer }: { customer?: string | { id: string } | null | undefined }): string | undefined {
  return customer == null ? undefined : toStripeId(customer)
}

function toStripeId(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id
}

// Every statement on `stripe_events`.

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    stripe_events: { id: string; type: string; received_at: Date }
  }
}

/**
 * In one statement, stores an event and enqueues its customer's sync. If the event is already stored, does nothing.
 * Returns whether the event was new.
 */
async function insertEvent(db: Db, event: { id: string; type: string; customerId: string; receivedAt: Date }): Promise<boolean> {
  const payload = JSON.stringify({ customerId: event.customerId })
  const { rows } = await sql`
    with stored as (
      insert into stripe_events (id, type, received_at) values (${event.id}, ${event.type}, ${event.receivedAt}) on conflict do nothing returning id
    )
    select enqueue_job(${syncSubscriptionTask}, ${payload}::json, ${toSyncKey(event.customerId)}, null, ${maxAttempts}, null) from stored`.execute(
    db,
  )
  return rows.length > 0
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stripe_events').where('received_at', '<', before).execute()
}
