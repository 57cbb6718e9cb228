import type { CoreDeps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import { migrateLinks } from './links/migrate-links.ts'
import { undoLinks } from './links/undo-links.ts'
import { failMigration, failUndo } from './migrations.ts'

export function amazonMigrationJobs(deps: CoreDeps): Job[] {
  return [
    {
      name: 'migrate-amazon-links',
      kind: 'people',
      run: runUntilLastAttempt(
        (payload) => migrateLinks(deps, payload),
        (payload) => failMigration(deps, payload),
      ),
    },
    {
      name: 'restore-amazon-links',
      kind: 'people',
      run: runUntilLastAttempt(
        (payload) => undoLinks(deps, payload),
        (payload) => failUndo(deps, payload),
      ),
    },
  ]
}

/**
 * Returns a job that runs `work`, and `fail` if the last attempt fails. `fail` marks the run or its undo as failed,
 * because the owner can start a new run only after the previous run has ended.
 */
function runUntilLastAttempt(work: (payload: unknown) => Promise<void>, fail: (payload: unknown) => Promise<void>): Job['run'] {
  return async (payload, { job }) => {
    try {
      await work(payload)
    } catch (error) {
      if (job.attempts >= job.max_attempts) await fail(payload)
      throw error
    }
  }
}
