// Publishes which projects have clicks that just reached ClickHouse, from the shipper's process to every process that
// shows numbers, by LISTEN/NOTIFY. A notification may get lost, so a subscriber must also poll now and then.
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../../platform/postgres/postgres-listener.ts'

const channel = 'clicks_arrived'

/**
 * A project takes 16 bytes in base64url, without a separator: 363 of them stay below the 8,000 bytes of a
 * PostgreSQL notification.
 */
const packedIdLength = 22
const maxIdsPerNotice = Math.floor(7_999 / packedIdLength)

/**
 * Returns a function that publishes project ids. It returns at once and never throws; ids that come while a
 * notification is sent go with the next one.
 */
export function createShippedClicksPublisher({ db, log }: Pick<CoreDeps, 'db' | 'log'>): (projectIds: Iterable<string>) => void {
  let pending = new Set<string>()
  let isPublishing = false

  async function publishPending(): Promise<void> {
    isPublishing = true
    while (pending.size > 0) {
      const notices = packProjects(pending)
      pending = new Set()
      await sql`select pg_notify(${channel}, notice) from unnest(${notices}::text[]) as notice`
        .execute(db)
        .catch((error: unknown) => log.debug({ err: error }, 'Shipped clicks could not be published'))
    }
    isPublishing = false
  }

  return (projectIds) => {
    for (const id of projectIds) pending.add(id)
    if (!isPublishing) void publishPending()
  }
}

export type ShippedClicksSubscriptionOptions = Pick<PostgresListenerOptions, 'listenerUrl' | 'log' | 'onListening'> & {
  onClicksShipped(projectIds: string[]): void
}

/**
 * Subscribes over a connection of its own. `onListening` runs whenever the subscription begins: notifications before
 * it may have been missed.
 */
export function openShippedClicksSubscription({ onClicksShipped, ...options }: ShippedClicksSubscriptionOptions): PostgresListener {
  return openPostgresListener({ ...options, channel, onNotification: (notice) => onClicksShipped(unpackProjects(notice)) })
}

/** Packs the ids into as few notifications as possible. */
export function packProjects(projectIds: Iterable<string>): string[] {
  const packed = Array.from(projectIds, (id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
  return Array.from({ length: Math.ceil(packed.length / maxIdsPerNotice) }, (_, index) =>
    packed.slice(index * maxIdsPerNotice, (index + 1) * maxIdsPerNotice).join(''),
  )
}

export function unpackProjects(notice: string): string[] {
  return Array.from(notice.match(/[\w-]{22}/g) ?? [], (packed) =>
    Buffer.from(packed, 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}
