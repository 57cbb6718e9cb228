import { sql } from 'kysely'
import type { Job, JobRun } from './jobs.ts'
import type { Db } from './postgres/postgres.ts'
import { ParserEndedError } from './process/confined/parse-in-child.ts'
import { createSharedLock, type SharedLock } from './shared-lock.ts'

declare module './postgres/postgres.ts' {
  interface Tables {
    job_starts: { job_id: string; start_count: number }
  }
}

const maxDeaths = 2

/**
 * Wraps the jobs of a process so that a job is given up after its process died twice while the job ran, because the job
 * would stop every process again. Each run is counted in `job_starts` before the work begins. The count is deleted when
 * the work ends, with or without an error. So starts that are still stored are deaths of the process, or of the process
 * that parses for the job. Jobs without `giveUp` are returned unchanged. `db` must use the database account of the jobs
 * process.
 *
 * After the first death, every job that ran in the process is suspected, although only one job caused the death. So a
 * suspected job runs alone: it waits until the other jobs end, make progress or pause. The other jobs wait until the
 * suspected job ends, makes progress or has run for `maxAloneMs`. So a second death is counted only for the job that
 * caused it.
 */
export function giveUpAfterDeaths(db: Db, jobs: readonly Job[], maxAloneMs = 60_000): Job[] {
  const lock = createSharedLock()
  return jobs.map((job) => {
    const { giveUp } = job
    if (giveUp === undefined) return job
    return { ...job, run: (payload, helpers) => runCounted({ db, lock, maxAloneMs, job: { ...job, giveUp } }, payload, helpers) }
  })
}

interface CountedRun {
  db: Db
  lock: SharedLock
  maxAloneMs: number
  job: Job & Required<Pick<Job, 'giveUp'>>
}

async function runCounted({ db, lock, maxAloneMs, job }: CountedRun, payload: unknown, helpers: JobRun): Promise<void> {
  const { id } = helpers.job
  const signal = helpers.abortSignal
  const deaths = await countDeaths(db, id)
  if (deaths >= maxDeaths) {
    await job.giveUp(payload)
    return deleteStarts(db, id)
  }
  let held = await lock.lock(deaths === 0 ? 'shared' : 'exclusive', signal)
  const aloneTimer = setTimeout(() => held.share(), maxAloneMs)
  async function pause(): Promise<void> {
    if (held.mode() === 'exclusive') return
    held.unlock()
    held = await lock.lock('shared', signal)
  }
  let isSuspected = deaths > 0
  async function recordProgress(): Promise<void> {
    if (isSuspected) await forgetDeaths(db, id)
    isSuspected = false
    held.share()
    await pause()
  }
  try {
    await insertStart(db, id)
    await runUntilAborted(signal, job.run(payload, { ...helpers, pause, recordProgress }))
  } catch (error) {
    // It is not known whether the file or something else ended the parser's process. The start stays counted, so the
    // job is given up after a second death.
    if (!(error instanceof ParserEndedError)) await deleteStarts(db, id).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(aloneTimer)
    held.unlock()
  }
  await deleteStarts(db, id)
}

/**
 * Waits for the work. Rejects when the process is asked to stop, so that a stop in the middle of a long job is not
 * counted as a death.
 */
async function runUntilAborted(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}

async function countDeaths(db: Db, id: string): Promise<number> {
  const row = await db.selectFrom('job_starts').select('start_count').where('job_id', '=', id).executeTakeFirst()
  return row?.start_count ?? 0
}

async function insertStart(db: Db, id: string): Promise<void> {
  await db
    .insertInto('job_starts')
    .values({ job_id: id, start_count: 1 })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ start_count: sql<number>`job_starts.start_count + 1` }))
    .execute()
}

/** Resets the count to 1, not to 0: the current start still counts, because the process may die in the next part. */
async function forgetDeaths(db: Db, id: string): Promise<void> {
  await db.updateTable('job_starts').set({ start_count: 1 }).where('job_id', '=', id).execute()
}

async function deleteStarts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_starts').where('job_id', '=', id).execute()
}
