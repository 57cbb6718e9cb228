import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'

/**
 * A caller is busy if its statements together took longer than this recently. Ordinary statements take milliseconds.
 */
const busyMs = 10_000
/**
 * After a busy caller has waited this long, it is served like other callers, even if those callers never stop sending
 * statements.
 */
const busyWaitMs = 500
const maxWaitMs = 10_000

/** Within ten seconds, no connection became free or could be opened. */
export class ConnectionTimeoutError extends Error {
  readonly retryAfterSeconds = 5

  constructor() {
    super(`No connection to PostgreSQL within ${maxWaitMs} ms`)
  }
}

/**
 * Shares the connections of a pool among callers. The last third of the connections is reserved for callers that are
 * not busy and hold no connection. Returns a function that returns the pool for one caller. Statements without a caller
 * are the process's own, for example the statements of a sign-in. They come first, and one of ten connections is only
 * for them. A wait that takes too long rejects with a ConnectionTimeoutError.
 */
export function shareConnections(pool: pg.Pool, size: number): (caller?: string) => PostgresPool {
  const limiter = createConcurrencyLimiter({
    width: size,
    queueLength: Number.POSITIVE_INFINITY,
    reserved: { width: Math.floor(size / 3), keylessWidth: Math.floor(size / 10), busyMs, busyWaitMs },
  })
  const slots = new Map<pg.PoolClient, () => void>()
  pool.on('release', (_error, client) => {
    slots.get(client)?.()
    slots.delete(client)
  })

  function connect(key: string | undefined): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const wait = new AbortController()
      const { signal } = wait
      const timer = setTimeout(() => {
        wait.abort()
        reject(new ConnectionTimeoutError())
      }, maxWaitMs)
      const holdSlot = async () => {
        const client = await pool.connect()
        clearTimeout(timer)
        const released = new Promise<void>((end) => slots.set(client, end))
        if (signal.aborted) client.release()
        else resolve(client)
        await released
      }
      limiter.run(holdSlot, { key, signal }).catch((error: unknown) => {
        clearTimeout(timer)
        reject(error)
      })
    })
  }

  return (caller) => ({ options: pool.options, connect: () => connect(caller), end: () => pool.end() })
}
