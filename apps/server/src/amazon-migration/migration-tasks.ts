import type { JobHelpers } from 'graphile-worker'
import type { Deps } from '../platform/deps.ts'
import { failMigration, failUndo } from './end-migration.ts'
import { migrateLinks } from './links/migrate-links.ts'
import { restoreLinks } from './links/restore-links.ts'
import type { MigrationTask } from './migration-jobs.ts'

type Task = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>

export function amazonMigrationTasks(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>): Record<MigrationTask, Task> {
  return {
    'migrate-amazon-links': endingWith(
      (payload) => migrateLinks(deps, payload),
      (payload) => failMigration(deps, payload),
    ),
    'restore-amazon-links': endingWith(
      (payload) => restoreLinks(deps, payload),
      (payload) => failUndo(deps, payload),
    ),
  }
}

/** An owner may start again only once the run, or its undo, has ended. */
function endingWith(work: (payload: unknown) => Promise<void>, fail: (payload: unknown) => Promise<void>): Task {
  return async (payload, { job }) => {
    try {
      await work(payload)
    } catch (error) {
      if (job.attempts >= job.max_attempts) await fail(payload)
      throw error
    }
  }
}
