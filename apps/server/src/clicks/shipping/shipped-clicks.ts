// Tells every process that shows click counts which projects have new clicks in ClickHouse. The shipper's process
// publishes the projects with LISTEN/NOTIFY. A notification may get lost, so a subscriber must also poll from time to
// time.
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../../platform/postgres/postgres-listener.ts'

const channel = 'clicks_arrived'

/**
 * Length of a project id (16 bytes) in base64url. Ids need no separator, so 363 ids stay below the 8,000 bytes of a
 * PostgreSQL notification.
 */
const packedIdLength = 22
const maxIdsPerNotice = Math.floor(7_999 / packedIdLength)

/**
 * Returns a function that publishes project ids. The function returns immediately and never throws. Ids that are passed
 * while a notification is being sent are sent with the next notification.
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
 * Subscribes on a separate connection. `onListening` runs whenever the subscription begins, because earlier
 * notifications may have been missed.
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
