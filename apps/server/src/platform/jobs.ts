import { sql } from 'kysely'
import type { Db } from './postgres/postgres.ts'

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
