import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './postgres/postgres.ts'
import type { Log } from './process/log.ts'

/**
 * The kind of work says whom a job may keep waiting. `mail`: emails. `people`: other results that a user waits for.
 * `outward`: requests to other people's servers. `files`: reading of what a user uploaded. `archives`: the same for
 * whole archives, which take hours. `pictures`: encoding and drawing of pictures, which never end while one waits.
 * `counting`: rollups of clicks. `upkeep`: clean-up on a schedule.
 */
export type JobKind = 'mail' | 'people' | 'outward' | 'files' | 'archives' | 'pictures' | 'counting' | 'upkeep'

/** A background job, which its module declares. */
export interface Job {
  /** Jobs are stored under this name: one that a release used has to stay, or its stored jobs never run. */
  name: string
  kind: JobKind
  /** When it runs on a schedule, in crontab's form (UTC); undefined for a job that only `enqueueJob` adds. */
  cron?: string
  /** The queue of its scheduled runs, which run one at a time; at most one of them waits. */
  queue?: string
  /** A run that throws is retried. `payload` is what was enqueued, and is parsed by the job. */
  run(payload: unknown, run: JobRun): Promise<void>
  /** Ends the work for good, with a reason for its owner, when the process died twice while the job ran. */
  giveUp?(payload: unknown): Promise<void>
}

export interface JobRun extends Pick<JobHelpers, 'job'> {
  /** Aborted some seconds after the process was asked to stop. */
  abortSignal?: AbortSignal
  /** A part is stored that no further run repeats, so earlier deaths of the process count no more. */
  recordProgress?(): Promise<void>
  /** Lets a job run that has to be alone. A long job calls it again and again, at points where it may wait. */
  pause?(): Promise<void>
}

/** The jobs as the queue's worker takes them: what runs, by its name. */
export function toTaskList(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(
    jobs.map(({ name, run }): [string, Task] => [name, (payload, helpers) => runningJob.run(helpers.job.id, () => run(payload, helpers))]),
  )
}

const runningJob = new AsyncLocalStorage<string>()

/** Returns the id of the job that calls this, which stays when the job is retried; undefined outside of jobs. */
export function findRunningJobId(): string | undefined {
  return runningJob.getStore()
}

export interface JobOptions {
  /** At most one pending job has a key: a later one replaces it. */
  key?: string
  /** The jobs of a queue run one at a time. */
  queue?: string
  runAt?: Date
  /**
   * Attempts before the job fails permanently, after delays that grow to six hours: 5 take a minute
   * and a half, 25 four days.
   */
  maxAttempts?: number
}

export interface FileJobOptions extends Required<Pick<JobOptions, 'key' | 'maxAttempts'>> {
  /** The kind of the job. */
  kind: Extract<JobKind, 'files' | 'archives'>
}

/**
 * Adds a job that works on files of an organization, which `payload` names as `organizationId`. The more of its jobs
 * of the kind wait, the later this one runs: the first job of another organization comes before the second of this one.
 */
export async function enqueueFileJob(
  db: Db,
  task: string,
  payload: { organizationId: string },
  { kind, key, maxAttempts }: FileJobOptions,
): Promise<void> {
  await sql`select enqueue_file_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${maxAttempts}, ${kind})`.execute(db)
}

/** Adds a background job. Within a transaction, it exists if, and only if, the change that caused it was committed. */
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
