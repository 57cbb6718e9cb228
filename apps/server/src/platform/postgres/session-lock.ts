import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const pollMs = 100

/**
 * Locks the key until the connection ends. Returns false if another session has the lock. Never waits, because a
 * waiting statement has a snapshot, and `create index concurrently` waits for all earlier snapshots.
 */
export async function trySessionLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [key])
  return rows[0]?.isLocked === true
}

/**
 * Locks the key until the connection ends. Returns false if another session still has the lock after `waitMs`. No
 * transaction or statement is open while it waits.
 */
export async function lockSession(client: pg.Client, key: number, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  while (!(await trySessionLock(client, key))) {
    if (performance.now() >= deadline) return false
    await sleep(pollMs)
  }
  return true
}

/** Makes PostgreSQL end the session, and release its locks, within half a minute after this machine is gone. */
export async function endSessionWithMachine(client: pg.Client): Promise<void> {
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 2')
}
