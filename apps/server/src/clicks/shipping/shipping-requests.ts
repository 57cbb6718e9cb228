// Tells shippers that numbers of clicks are read, from every process that shows them to every process that ships, by
// LISTEN/NOTIFY. An insert costs ClickHouse tens of milliseconds for however few clicks, so a shipper gathers them for
// longer while no numbers are read.
//
// A request names itself. Each shipper ships what it has gathered and answers with that name, so a reader can wait for
// the clicks that were recorded before. How many answers to expect is known from the connections that listen.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import { listenerName, openPostgresListener } from '../../platform/postgres/postgres-listener.ts'

const requestChannel = 'shipping_requested'
const answerChannel = 'shipping_answered'

/** Numbers count as read for this long after a call. */
const readMs = 60_000
/** A process repeats its request after this time while numbers are read, so that no call costs a notification. */
const repeatMs = 15_000
/** Requests have this time between them, because each may make an insert for everybody. */
const shipIntervalMs = 500
/** How long a call waits for shippers: one that can't reach ClickHouse must not keep numbers from being read. */
export const shipperPatienceMs = 1_000

export interface ShippingRequests {
  /**
   * Numbers are read, so shippers gather clicks for a shorter time for the next minute. The first call after a quiet
   * minute resolves when shippers have stored what they gathered; later calls resolve at once. Never rejects.
   */
  announceRead(): Promise<void>
  /**
   * Resolves when what is recorded now is shipped; false when shippers did not answer within a second, or can't be
   * heard. Calls within half a second share the next request. Never rejects.
   */
  shipNow(): Promise<boolean>
}

type ListeningDeps = Pick<CoreDeps, 'db' | 'clock' | 'log'> & { listenerUrl: string }

interface ShippingRequestsOptions extends ListeningDeps {
  /** `shipperPatienceMs` by default. */
  patienceMs?: number
}

/** Receives the answers over a connection of its own. */
export function openShippingRequests({
  db,
  clock,
  log,
  listenerUrl,
  patienceMs = shipperPatienceMs,
}: ShippingRequestsOptions): ShippingRequests & {
  isListening(): boolean
  close(): Promise<void>
} {
  const pending = new Map<string, PendingRequest>()
  let requestedAt = Number.NEGATIVE_INFINITY
  let firstRequest = Promise.resolve()
  let nextRequest: Promise<boolean> | undefined
  let nextRequestAt = 0
  const listener = openPostgresListener({
    listenerUrl,
    log,
    channel: answerChannel,
    onNotification: (name) => pending.get(name)?.addAnswer(),
    onListening: () => undefined,
  })

  /** Joins the request that is not sent yet: it ships what is recorded now too. */
  function shipNow(): Promise<boolean> {
    nextRequest ??= (async () => {
      await wait(Math.max(0, nextRequestAt - performance.now()))
      nextRequest = undefined
      nextRequestAt = performance.now() + shipIntervalMs
      return requestShipping()
    })()
    return nextRequest
  }

  async function requestShipping(): Promise<boolean> {
    requestedAt = clock.now().getTime()
    const name = randomUUID()
    const request = createPendingRequest(patienceMs)
    pending.set(name, request)
    try {
      const shippers = await notifyShippers(name)
      if (shippers === 0 || !listener.isListening()) return false
      request.expectAnswers(shippers)
      return await request.ended
    } catch (error) {
      requestedAt = Number.NEGATIVE_INFINITY
      log.debug({ err: error }, 'Shippers could not be notified')
      return false
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
      const request = requestShipping().then(() => undefined)
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
  /** Whether every answer came. */
  ended: Promise<boolean>
  end(): void
}

/** Ends with the last answer, which may come before their number is known, or when no call waits any longer. */
function createPendingRequest(patienceMs: number): PendingRequest {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => resolve(false), patienceMs)
  let missing = 0
  let isNumberKnown = false

  function add(count: number): void {
    missing += count
    if (isNumberKnown && missing <= 0) resolve(true)
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
      resolve(false)
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

  function recordRequest(): void {
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
      recordRequest()
      answer(name).catch((error: unknown) => log.debug({ err: error }, 'A request to ship could not be answered'))
    },
    // A request may have been missed.
    onListening: recordRequest,
  })
  return {
    areNumbersRead: () => !listener.isListening() || Math.abs(clock.now().getTime() - requestedAt) < readMs + repeatMs,
    isListening: listener.isListening,
    close: listener.close,
  }
}
