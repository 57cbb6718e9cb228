// Every statement on `stripe_events`.
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'
import { maxAttempts, syncKeyOf, syncSubscriptionTask } from './stripe-jobs.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    stripe_events: { id: string; type: string; received_at: Date }
  }
}

/**
 * Stores an event and enqueues the sync of its customer, in one statement; nothing for an event that is stored already.
 * Returns whether it was new.
 */
export async function insertEvent(db: Db, event: { id: string; type: string; customerId: string; receivedAt: Date }): Promise<boolean> {
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
