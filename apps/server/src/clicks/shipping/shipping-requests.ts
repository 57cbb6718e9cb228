// Tells shippers that numbers of clicks are read, from every process that shows them to every process that ships, by
// LISTEN/NOTIFY. An insert costs ClickHouse tens of milliseconds for however few clicks, so a shipper gathers them for
// longer while nobody reads.
//
// A request names itself. Each shipper ships what it has gathered and answers with that name, so a reader can wait for
// the clicks that were recorded before. How many answers to expect is known from the connections that listen.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import { listenerName, openPostgresListener } from '../../platform/postgres/postgres-listener.ts'

const requestChannel = 'shipping_requested'
const answerChannel = 'shipping_answered'

/** Numbers count as read for this long after a call. */
const readMs = 60_000
/** A process repeats its request after this time while numbers are read, so that no call costs a notification. */
const repeatMs = 15_000
export interface ShippingRequests {
  /**
   * Numbers are read, so shippers gather clicks for a shorter time for the next minute. The first call after a quiet
   * minute resolves when shippers have stored what they gathered; later calls resolve at once. Never rejects.
   */
  announceRead(): Promise<void>
  /** Resolves when what is recorded now is shipped, or after a second. Never rejects. */
  shipNow(): Promise<void>
}

type ListeningDeps = Pick<CoreDeps, 'db' | 'clock' | 'log'> & { listenerUrl: string }

interface ShippingRequestsOptions extends ListeningDeps {
  /** How long a call waits for shippers: one that can't reach ClickHouse must not keep numbers from being read. */
  patienceMs?: number
}

/** Receives the answers over a connection of its own. */
export function openShippingRequests({ db, clock, log, listenerUrl, patienceMs = 1_000 }: ShippingRequestsOptions): ShippingRequests & {
  isListening(): boolean
  close(): Promise<void>
} {
  const pending = new Map<string, PendingRequest>()
  let requestedAt = Number.NEGATIVE_INFINITY
  let firstRequest = Promise.resolve()
  const listener = openPostgresListener({
    listenerUrl,
    log,
    channel: answerChannel,
    onNotification: (name) => pending.get(name)?.addAnswer(),
    onListening: () => undefined,
  })

  async function shipNow(): Promise<void> {
    requestedAt = clock.now().getTime()
    const name = randomUUID()
    const request = createPendingRequest(patienceMs)
    pending.set(name, request)
    try {
      const shippers = await notifyShippers(name)
      if (!listener.isListening()) return
      request.expectAnswers(shippers)
      await request.ended
    } catch (error) {
      requestedAt = Number.NEGATIVE_INFINITY
      log.debug({ err: error }, 'Shippers could not be notified')
    } finally {
      request.end()
      pending.delete(name)
    }
  }

  /** Returns how many connections listen. */
  async function notifyShippers(name: string): Promise<number> {
    const { rows } = await sql<{ shippers: number }>`
      select count(*)::int as shippers, pg_notify(${requestChannel}, ${name})
      from pg_stat_activity
      where datname = current_database() and application_name = ${listenerName(requestChannel)}`.execute(db)
    return rows[0]?.shippers ?? 0
  }

  return {
    announceRead() {
      const sinceMs = Math.abs(clock.now().getTime() - requestedAt)
      if (sinceMs < repeatMs) return firstRequest
      const request = shipNow()
      if (sinceMs >= readMs) firstRequest = request
      return firstRequest
    },
    shipNow,
    isListening: listener.isListening,
    async close() {
      for (const request of pending.values()) request.end()
      await listener.close()
    },
  }
}

interface PendingRequest {
  addAnswer(): void
  expectAnswers(count: number): void
  ended: Promise<void>
  end(): void
}

/** Ends with the last answer, which may come before their number is known, and when nobody waits any longer. */
function createPendingRequest(patienceMs: number): PendingRequest {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timeout = setTimeout(resolve, patienceMs)
  let missing = 0
  let isNumberKnown = false

  function add(count: number): void {
    missing += count
    if (isNumberKnown && missing <= 0) resolve()
  }

  return {
    addAnswer: () => add(-1),
    expectAnswers(count) {
      isNumberKnown = true
      add(count)
    },
    ended: promise,
    end() {
      clearTimeout(timeout)
      resolve()
    },
  }
}

interface ShippingRequestsSubscriptionOptions extends ListeningDeps {
  /** Resolves when everything that was recorded before the call is shipped. */
  onRequest(): Promise<void>
}

export interface ShippingRequestsSubscription {
  /** Whether numbers may have been read within the last minute. While requests can't be received, they may. */
  areNumbersRead(): boolean
  isListening(): boolean
  close(): Promise<void>
}

/** Subscribes a shipper over a connection of its own. */
export function openShippingRequestsSubscription(options: ShippingRequestsSubscriptionOptions): ShippingRequestsSubscription {
  const { db, clock, log, listenerUrl, onRequest } = options
  let requestedAt = Number.NEGATIVE_INFINITY

  function noteRequest(): void {
    requestedAt = clock.now().getTime()
  }

  async function answer(name: string): Promise<void> {
    await onRequest()
    await sql`select pg_notify(${answerChannel}, ${name})`.execute(db)
  }

  const listener = openPostgresListener({
    listenerUrl,
    log,
    channel: requestChannel,
    onNotification(name) {
      noteRequest()
      answer(name).catch((error: unknown) => log.debug({ err: error }, 'A request to ship could not be answered'))
    },
    // A request may have been missed.
    onListening: noteRequest,
  })
  return {
    areNumbersRead: () => !listener.isListening() || Math.abs(clock.now().getTime() - requestedAt) < readMs + repeatMs,
    isListening: listener.isListening,
    close: listener.close,
  }
}
