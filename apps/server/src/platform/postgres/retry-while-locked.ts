import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'

/** How long migrations wait for locks that other sessions hold. */
export interface LockWaits {
  /**
   * The longest wait of one attempt. While a statement waits for a strong lock on a table, every later writer of the
   * table waits too.
   */
  lockTimeoutMs: number
  /** The time between two attempts, in which other sessions can write. */
  pauseMs: number
  /** The time after which no further attempt is made. */
  patienceMs: number
}

export const lockWaits: LockWaits = { lockTimeoutMs: 1_000, pauseMs: 2_000, patienceMs: 600_000 }

/**
 * Runs `attempt` again while it fails because another session holds a lock. Throws a StartError that names the oldest
 * open transaction of another session if the last attempt fails too.
 */
export async function retryWhileLocked(
  client: pg.Client,
  { name, waits }: { name: string; waits: LockWaits },
  attempt: () => Promise<void>,
): Promise<void> {
  const until = performance.now() + waits.patienceMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockError(error)) throw error
      if (performance.now() > until)
        throw new StartError(
          `Migration ${name} waits for a lock that another session holds; ${await describeOldestTransaction(client)}. End that session and run this again.`,
          { cause: error },
        )
    }
    await sleep(waits.pauseMs)
  }
}

/** Returns whether a statement was canceled by `lock_timeout`, or to resolve a deadlock. */
function isLockError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

async function describeOldestTransaction(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; account: string; since: string }>(
    `select pid, usename as account, to_char(xact_start at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as since
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`,
  )
  if (rows[0] === undefined) return 'no transaction is open now'
  return `the oldest open transaction is that of process ${rows[0].pid} of ${rows[0].account}, since ${rows[0].since} UTC`
}
