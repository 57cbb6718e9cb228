import type { Handler } from 'hono'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { z } from 'zod'
import { isStorable } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { BillingDeps, StripeDeps } from '../billing.ts'
import { maxAttempts, syncKeyOf, syncSubscriptionTask } from './stripe-jobs.ts'

export const stripeWebhookPath = '/v1/webhooks/stripe'

/**
 * Answers Stripe's deliveries; 404 where Stripe does not bill. The body is read as bytes: the signature covers them.
 */
export function createStripeWebhook(deps: CoreDeps & BillingDeps): Handler {
  const { billing } = deps
  return async ({ req, body }) => {
    if (billing.provider !== 'stripe') return body(null, 404)
    // A body that broke off is read as an empty one, which Stripe did not sign.
    const bytes = new Uint8Array(await req.arrayBuffer().catch(() => new ArrayBuffer()))
    return body(null, await receiveEvent({ ...deps, billing }, { body: bytes, signature: req.header('stripe-signature') ?? '' }))
  }
}

/**
 * Handles a delivery of Stripe's webhook: verifies the signature over its bytes, stores the event once and enqueues the
 * sync of its customer. Nothing else of the event is used. Returns the status of the response: 400 for a delivery that
 * Stripe did not sign, or not within five minutes, and for one that is no event.
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

// Every statement on `stripe_events`.

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    stripe_events: { id: string; type: string; received_at: Date }
  }
}

/**
 * Stores an event and enqueues the sync of its customer, in one statement; nothing for an event that is stored already.
 * Returns whether it was new.
 */
async function insertEvent(db: Db, event: { id: string; type: string; customerId: string; receivedAt: Date }): Promise<boolean> {
  const payload = JSON.stringify({ customerId: event.customerId })
  const { rows } = await sql`
    with stored as (
      insert into stripe_events (id, type, received_at) values (${event.id}, ${event.type}, ${event.receivedAt}) on conflict do nothing returning id
    )
    select enqueue_job(${syncSubscriptionTask}, ${payload}::json, ${syncKeyOf(event.customerId)}, null, ${maxAttempts}, null) from stored`.execute(
    db,
  )
  return rows.length > 0
}

export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('stripe_events').where('received_at', '<', before).execute()
}
