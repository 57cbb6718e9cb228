import type { JobHelpers, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from './postgres/postgres.ts'

/**
 * The kind of work says whom a job may keep waiting. `people`: emails, and results that a user waits for. `outward`:
 * requests to other people's servers. `files`: reading and encoding of what a user uploaded. `counting`: rollups of
 * clicks. `upkeep`: clean-up by the clock.
 */
export type JobKind = 'people' | 'outward' | 'files' | 'counting' | 'upkeep'

/** A background job, which its module declares. */
export interface Job {
  /** Jobs are stored under this name: one that a release used has to stay, or its stored jobs never run. */
  name: string
  kind: JobKind
  /** When it runs by the clock, in crontab's form (UTC); undefined for a job that only `enqueueJob` adds. */
  cron?: string
  /** The queue of its runs by the clock, which run one at a time; at most one of them waits. */
  queue?: string
  /** A run that throws is retried. `payload` is what was enqueued, and is parsed by the job. */
  run(payload: unknown, helpers: Pick<JobHelpers, 'job'>): Promise<void>
}

/** The jobs as the queue's worker takes them: what runs, by its name. */
export function toTaskList(jobs: readonly Job[]): TaskList {
  return Object.fromEntries(jobs.map(({ name, run }) => [name, run]))
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

/** Adds a background job. Within a transaction, it exists if, and only if, the change that caused it was committed. */
export async function enqueueJob(db: Db, task: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { key = null, queue = null, runAt = null, maxAttempts = 5 } = options
  await sql`select enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${key}, ${runAt}, ${maxAttempts}, ${queue})`.execute(db)
}
