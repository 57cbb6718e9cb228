import { sql } from 'kysely'
import type { Job, JobRun } from './jobs.ts'
import type { Db } from './postgres/postgres.ts'
import { ParserEndedError } from './process/confined/parse-in-child.ts'

declare module './postgres/postgres.ts' {
  interface Tables {
    job_starts: { job_id: string; start_count: number }
  }
}

const maxDeaths = 2

/**
 * Returns the job with a run that counts its starts in `job_starts` before the work begins, and deletes the count when
 * the work has ended, with or without an error. Starts that are left over are deaths of the process, or of the process
 * that parses for it. After two of them the job is given up: it would stop every process again. A job without `giveUp`
 * is returned as it is. `db` works as the account of jobs.
 */
export function giveUpAfterDeaths(db: Db, job: Job): Job {
  const { run, giveUp } = job
  if (giveUp === undefined) return job
  return {
    ...job,
    async run(payload, helpers) {
      const { id } = helpers.job
      const starts = await countStart(db, id)
      try {
        if (starts > maxDeaths) await giveUp(payload)
        else await untilAborted(helpers.abortSignal, run(payload, { ...helpers, recordProgress: createProgress(db, id) }))
      } catch (error) {
        // Whether the file or something else ended that process is not known: its second death decides.
        if (!(error instanceof ParserEndedError)) await deleteStarts(db, id).catch(() => undefined)
        throw error
      }
      await deleteStarts(db, id)
    },
  }
}

/** A process that is asked to stop ends in the middle of a long job, which is no death. */
async function untilAborted(signal: AbortSignal | undefined, work: Promise<void>): Promise<void> {
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

function createProgress(db: Db, id: string): JobRun['recordProgress'] {
  let isCounted = true
  return async () => {
    if (isCounted) await db.updateTable('job_starts').set({ start_count: 0 }).where('job_id', '=', id).execute()
    isCounted = false
  }
}

async function countStart(db: Db, id: string): Promise<number> {
  const { start_count } = await db
    .insertInto('job_starts')
    .values({ job_id: id, start_count: 1 })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ start_count: sql<number>`job_starts.start_count + 1` }))
    .returning('start_count')
    .executeTakeFirstOrThrow()
  return start_count
}

async function deleteStarts(db: Db, id: string): Promise<void> {
  await db.deleteFrom('job_starts').where('job_id', '=', id).execute()
}
