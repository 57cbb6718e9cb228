import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './postgres/postgres.ts'
import type { Log } from './process/log.ts'

/**
 * Each kind has workers of its own, so a job delays only jobs of its kind. `mail`: sends emails. `people`: produces
 * other results that a user waits for. `outward`: sends requests to third-party servers. `files`: reads files that
 * users uploaded. `archives`: reads or writes whole archives, which takes hours. `pictures`: encodes and draws
 * pictures, until no picture is waiting. `counting`: computes rollups of clicks. `upkeep`: cleans up on a schedule.
 */
export type JobKind = 'mail' | 'people' | 'outward' | 'files' | 'archives' | 'pictures' | 'counting' | 'upkeep'

/** A background job, declared by a module. */
export interface Job {
  /** Stored jobs refer to this name. If the name changes after a release, jobs stored under the old name never run. */
  name: string
  kind: JobKind
  /** The schedule in crontab format (UTC). Undefined if only `enqueueJob` adds the job. */
  cron?: string
  /**
   * The queue of the job's scheduled runs. The runs of a queue are executed one at a time, and at most one of the job's
   * runs waits.
   */
  queue?: string
  /** Runs the job. If it throws, the run is retried. `payload` is the enqueued value, which the job parses. */
  run(payload: unknown, run: JobRun): Promise<void>
  /** Ends the work permanently and gives its owner a reason. Runs if the process died twice while the job ran. */
  giveUp?(payload: unknown): Promise<void>
}

export interface JobRun extends Pick<JobHelpers, 'job'> {
  /** Aborted some seconds after the process was asked to stop. */
  abortSignal?: AbortSignal
  /**
   * Resets the count of the deaths of the process. A job calls this after it stored a part that no later run repeats.
   */
  recordProgress?(): Promise<void>
  /** A long job calls this regularly, at points where it can wait. A job that must run alone can then run. */
  pause?(): Promise<void>
}

/** Returns the jobs' functions by job name, as the queue's worker expects them. */
export function toTaskList(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run }): [string, Task] => [name, (payload, helpers) => runningJob.run(helpers.job.id, () => run(payload, helpers))]),
  )
}

const runningJob = new AsyncLocalStorage<string>()

/**
 * Returns the id of the job that is calling. The id stays the same when the job is retried. Undefined outside of jobs.
 */
export function findRunningJobId(): string | undefined {
  return runningJob.getStore()
}

export interface JobOptions {
  /** At most one pending job has this key. A later job with the same key replaces it. */
  key?: string
  /** The jobs of a queue run one at a time. */
  queue?: string
  runAt?: Date
  /**
   * Number of attempts before the job fails permanently. The delays between attempts grow up to six hours: 5 attempts
   * take a minute and a half, 25 attempts take four days.
   */
  maxAttempts?: number
}

export interface FileJobOptions extends Required<Pick<JobOptions, 'key' | 'maxAttempts'>> {
  kind: Extract<JobKind, 'files' | 'archives'>
}

/**
 * Adds a job that works on files of the organization `payload.organizationId`. Organizations take turns: the more jobs
 * of the kind an organization has waiting, the later the new job runs. So another organization's first job runs before
 * this organization's second job.
 */
export async function enqueueFileJob(
  db: Db,
  task: string,
  payload: { organizationId: string },
  { kind, key, maxAttempts }: FileJobOptions,
): Promise<void> {
  await sql`select enqueue_file_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${maxAttempts}, ${kind})`.execute(db)
}

/** Adds a background job. If `db` is a transaction, the job is added when the transaction commits, and only then. */
export async function enqueueJob(db: Db, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { key = null, queue = null, runAt = null, maxAttempts = 5 } = options
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}, ${maxAttempts}, ${queue})`.execute(db)
}

const lockKey = 7_235_012

export interface WorkerLock {
  /** How many jobs of killed workers were unlocked. */
  unlockedCount: number
  close(): Promise<void>
}

/**
 * Unlocks the jobs of killed workers if no other worker runs on this database. graphile-worker itself unlocks them only
 * after four hours.
 *
 * Every worker holds an advisory lock in shared mode from before it takes its first job. PostgreSQL releases the lock
 * when the worker's connection ends. A worker that gets the lock exclusively is the only worker. A worker that loses
 * this connection continues without the lock. At worst, another worker that starts then runs a job a second time.
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
