import pg from 'pg'
import type { Log } from './process/log.ts'

const lockKey = 7_235_012

export interface WorkerLock {
  /** How many jobs of killed workers were unlocked. */
  unlockedCount: number
  close(): Promise<void>
}

/**
 * Unlocks the jobs of killed workers, when no other worker runs on this database; graphile-worker itself
 * does so after four hours.
 *
 * Every worker holds an advisory lock in shared mode from before it takes its first job, and PostgreSQL releases it
 * when the worker's connection ends. A worker that gets the lock exclusively is the only one. A worker that loses this
 * connection keeps working without the lock: at worst, another one that starts then runs a job a second time.
 */
export async function openWorkerLock(databaseUrl: string, log: Log): Promise<WorkerLock> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', (error) => log.warn({ err: error }, 'The connection of the worker lock ended'))
  await client.connect()
  const isAlone = await tryExclusiveLock(client)
  const unlockedCount = isAlone ? await unlockJobs(client) : 0
  await client.query('select pg_advisory_lock_shared($1)', [lockKey])
  if (isAlone) await client.query('select pg_advisory_unlock($1)', [lockKey])
  return { unlockedCount, close: () => client.end() }
}

async function tryExclusiveLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_locked: boolean }>('select pg_try_advisory_lock($1) as is_locked', [lockKey])
  return rows[0]?.is_locked === true
}

async function unlockJobs(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ locked_by: string }>('select locked_by from graphile_worker.jobs where locked_by is not null')
  await client.query('select graphile_worker.force_unlock_workers($1)', [rows.map((row) => row.locked_by)])
  return rows.length
}
