import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'

/** A caller's ordinary statements take milliseconds. */
const busyMs = 10_000
/** A busy caller waits this much longer than others, so that it is served even if others never stop. */
const busyWaitMs = 500
const maxWaitMs = 10_000

/** Within ten seconds, no connection became free and none could be opened. */
export class ConnectionTimeoutError extends Error {
  readonly retryAfterSeconds = 5

  constructor() {
    super(`No connection to PostgreSQL within ${maxWaitMs} ms`)
  }
}

/**
 * Limits how many connections of a pool a caller has; a busy caller leaves the last third to others. Returns the pool
 * as one caller sees it. Statements without a caller are the process's own, for example those of a sign-in: they come
 * first, and of ten connections one is theirs alone. A wait rejects with a ConnectionTimeoutError.
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
