// Tells shippers that somebody views click counts. Every process that serves click counts notifies every process that
// ships, with LISTEN/NOTIFY. An insert costs ClickHouse tens of milliseconds, even for a single click, so a shipper
// gathers clicks for longer while nobody views click counts.
//
// Each request has a name. A shipper ships the clicks that it has gathered and answers with the name of the request. So
// a reader can wait for the clicks that were recorded before the request. The number of expected answers is the number
// of connections that listen.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import { openPostgresListener, toListenerName } from '../../platform/postgres/postgres-listener.ts'

const requestChannel = 'shipping_requested'
const answerChannel = 'shipping_answered'

/** Click counts are considered viewed for this time after a call. */
const readMs = 60_000
/**
 * Minimum time between the requests of a process while click counts are viewed, so that most calls cost no
 * notification.
 */
const repeatMs = 15_000
/** Minimum time between two requests of `shipNow`, because each request may cause an insert by every shipper. */
const shipIntervalMs = 500
/** How long a call waits for shippers. If a shipper can't reach ClickHouse, click counts must still be returned. */
export const shipperPatienceMs = 1_000

export interface ShippingRequests {
  /**
   * Announces that somebody views click counts. For the next minute, shippers gather clicks for a shorter time. The
   * first call after a minute without calls resolves when shippers have stored the gathered clicks. Later calls resolve
   * when the first call has resolved. Never rejects.
   */
  announceRead(): Promise<void>
  /**
   * Resolves to true when all clicks that are recorded now are shipped. Resolves to false if shippers did not answer
   * within a second, or answers can't be received. Calls within half a second share the next request. Never rejects.
   */
  shipNow(): Promise<boolean>
}

type ListeningDeps = Pick<CoreDeps, 'db' | 'clock' | 'log'> & { listenerUrl: string }

interface ShippingRequestsOptions extends ListeningDeps {
  /** `shipperPatienceMs` by default. */
  patienceMs?: number
}

/** Returns functions that send requests to all shippers. The answers are received on a separate connection. */
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

  /**
   * Sends a request to ship. If the request of an earlier call is not sent yet, returns the promise of this request,
   * because it also ships the clicks that are recorded now.
   */
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

  /** Sends the request. Returns how many connections of shippers listen. */
  async function notifyShippers(name: string): Promise<number> {
    const { rows } = await sql<{ shippers: number }>`
      select count(*)::int as shippers, pg_notify(${requestChannel}, ${name})
      from pg_stat_activity
      where datname = current_database() and application_name = ${toListenerName(requestChannel)}`.execute(db)
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
  /** Resolves to true if all answers came, or to false if the wait ended before. */
  ended: Promise<boolean>
  end(): void
}

/**
 * Waits for the answers to one request. Ends with the last answer, or after `patienceMs`. Answers may come before the
 * expected number of answers is known.
 */
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
  /**
   * Returns whether somebody may have viewed click counts within the last minute. Also returns true while requests
   * can't be received.
   */
  areNumbersRead(): boolean
  isListening(): boolean
  close(): Promise<void>
}

/** Subscribes a shipper to the requests, on a separate connection. */
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
    // A request may have been missed before the subscription began, so act as if a request had arrived.
    onListening: recordRequest,
  })
  return {
    areNumbersRead: () => !listener.isListening() || Math.abs(clock.now().getTime() - requestedAt) < readMs + repeatMs,
    isListening: listener.isListening,
    close: listener.close,
  }
}
