import { sql } from 'kysely'
import type { Job } from './jobs.ts'
import type { Db } from './postgres/postgres.ts'

/**
 * Creates the job that renumbers the waiting file jobs every hour. `db` must use the database account of the jobs
 * process.
 */
export function createRenumberingJob({ db }: { db: Db }): Job {
  return { name: 'renumber-file-jobs', kind: 'upkeep', cron: '7 * * * *', run: () => renumberFileJobs(db) }
}

/**
 * Renumbers the waiting jobs of each organization and kind from 0, in their order. The priorities that
 * `enqueue_file_job` assigns grow as long as any job waits, up to the largest priority that the queue can store. At
 * that priority, jobs would run in the order they were added, without turns between organizations. A job that is added
 * during the renumbering may still get a priority of the old numbering. The next hourly run corrects it.
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
