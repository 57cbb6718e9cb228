import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createConcurrencyLimiter } from '../concurrency-limiter.ts'

/** A caller's ordinary statements take milliseconds. */
const busyMs = 10_000

/**
 * Gives the connections of a pool to callers in turns; a busy one leaves the last third to others. Returns the pool as
 * one caller sees it. Statements without a caller are the process's own, and have no share.
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
      const turn = async () => {
        const client = await pool.connect()
        const released = new Promise<void>((end) => turns.set(client, end))
        resolve(client)
        await released
      }
      limiter.run(turn, { key }).catch(reject)
    })
  }

  return (caller) => ({ options: pool.options, connect: () => connect(caller), end: () => pool.end() })
}
