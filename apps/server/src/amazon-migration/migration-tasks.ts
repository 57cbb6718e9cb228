import type { JobHelpers } from 'graphile-worker'
import type { Deps } from '../platform/deps.ts'
import { failMigration } from './end-migration.ts'
import { migrateLinks } from './links/migrate-links.ts'
import { restoreLinks } from './links/restore-links.ts'
import type { MigrationTask } from './migration-jobs.ts'

type Task = (payload: unknown, helpers: Pick<JobHelpers, 'job'>) => Promise<void>

export function amazonMigrationTasks(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>): Record<MigrationTask, Task> {
  return {
    async 'migrate-amazon-links'(payload, { job }) {
      try {
        await migrateLinks(deps, payload)
      } catch (error) {
        // An owner may start again only once the run has ended.
        if (job.attempts >= job.max_attempts) await failMigration(deps, payload)
        throw error
      }
    },
    'restore-amazon-links': (payload) => restoreLinks(deps, payload),
  }
}
