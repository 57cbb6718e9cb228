import type { AmazonMigrationId, AmazonMigrationRun } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { enqueueMigrationJob } from './migration-jobs.ts'
import { lockMigrationListForUpdate, selectMigrations, updateMigration } from './migration-table.ts'
import { isRunning, toMigrationRun } from './to-migration.ts'

/**
 * Starts to undo a run. An undo that failed continues behind its last whole batch; one that is under way gets a new
 * job, and one that is completed stays so. Throws AMAZON_MIGRATION_NOT_FOUND, and AMAZON_MIGRATION_RUNNING while it or
 * another run of the project is under way.
 */
export function undoMigration(ctx: ProjectContext, id: AmazonMigrationId): Promise<AmazonMigrationRun> {
  const { project } = ctx
  return mutate(ctx, { action: 'amazon_migration.undo', entity: 'amazon_migration', entityId: id }, async (tx, change) => {
    await lockMigrationListForUpdate(tx, project.id)
    const runs = await selectMigrations(tx, project.id)
    const run = runs.find((one) => one.id === id) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
    change.after = { started_at: run.created_at }
    if (run.undo_state === 'completed') return toMigrationRun(run)
    if (runs.some((one) => isRunning(one) || (one.undo_state === 'in_progress' && one.id !== id))) fail('AMAZON_MIGRATION_RUNNING')
    await enqueueMigrationJob(tx, 'restore-amazon-links', ctx, id)
    return toMigrationRun(await updateMigration(tx, project.id, id, { undo_state: 'in_progress' }))
  })
}
