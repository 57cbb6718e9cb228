import { sql } from 'kysely'
import type { Job } from './jobs.ts'
import type { Db } from './postgres/postgres.ts'

/** `db` works as the account of jobs. */
export function createRenumberingJob({ db }: { db: Db }): Job {
  return { name: 'renumber-file-jobs', kind: 'upkeep', cron: '7 * * * *', run: () => renumberFileJobs(db) }
}

/**
 * Numbers the waiting jobs of each organization and kind from 0, in their order. The turns that `enqueue_file_job`
 * gives grow for as long as any job waits, and end at the greatest priority that the queue stores: from there on the
 * first to come would be the first to run. A job that is added at the same time may have a turn of before, for an hour
 * at most.
 */
export async function renumberFileJobs(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs as job set priority = least(turn, 32767)
    from (
      select id, row_number() over (partition by organization order by priority, id) - 1 as turn
      from graphile_worker._private_jobs as waiting, jsonb_object_keys(waiting.flags) as organization
      where organization ~ '^(files|archives):' and locked_at is null and attempts < max_attempts
    ) as turns
    where job.id = turns.id and job.locked_at is null and job.priority <> turn`.execute(db)
}
