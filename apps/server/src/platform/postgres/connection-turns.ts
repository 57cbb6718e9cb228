import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'

/** A caller's ordinary statements take milliseconds. */
const busyMs = 10_000
const maxWaitMs = 10_000
/** The text of the pool's own error. */
const timeoutMessage = 'timeout exceeded when trying to connect'

/**
 * Gives the connections of a pool to callers in turns; a busy one leaves the last third to others. Returns the pool as
 * one caller sees it. Statements without a caller are the process's own, and have no share. A wait for a turn ends with
 * an error as late as one for a connection.
 */
export function takeTurns(pool: pg.Pool, size: number): (caller?: string) => PostgresPool {
  const limiter = createConcurrencyLimiter({
    width: size,
    queueLength: Number.POSITIVE_INFINITY,
    reserved: { width: Math.floor(size / 3), busyMs },
  })
  const turns = new Map<pg.PoolClient, () => void>()
  pool.on('release', (_error, client) => {
    turns.get(client)?.()
    turns.delete(client)
  })

  function connect(key: string | undefined): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const wait = new AbortController()
      const timer = setTimeout(() => wait.abort(), maxWaitMs)
      const turn = async () => {
        clearTimeout(timer)
        const client = await pool.connect()
        const released = new Promise<void>((end) => turns.set(client, end))
        resolve(client)
        await released
      }
      const { signal } = wait
      limiter.run(turn, { key, signal }).catch((error: unknown) => reject(signal.aborted ? new Error(timeoutMessage) : error))
    })
  }

  return (caller) => ({ options: pool.options, connect: () => connect(caller), end: () => pool.end() })
}
