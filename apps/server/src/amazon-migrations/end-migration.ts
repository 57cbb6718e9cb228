import { type AmazonMigrationId, type AmazonMigrationRun, amazonMigrationMessages } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { openMigrationJob } from './migration-jobs.ts'
import { lockMigrationForUpdate, type MigrationRow, updateMigration } from './migration-table.ts'
import { isRunning, toMigrationRun } from './to-migration.ts'

/** Stops a run after the batch it works on; one that has ended stays as it is. Throws AMAZON_MIGRATION_NOT_FOUND. */
export async function stopMigration(
  { clock }: Pick<Deps, 'clock'>,
  ctx: ProjectContext,
  id: AmazonMigrationId,
): Promise<AmazonMigrationRun> {
  return toMigrationRun(await endMigration(ctx, id, { action: 'stop', error: amazonMigrationMessages.stopped, now: clock.now() }))
}

/** Ends a run whose job will not be retried. */
export async function failMigration(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const job = await openMigrationJob(deps, 'migrate-amazon-links', payload)
  if (job !== undefined) await ignoreDeleted(endMigration(job.ctx, job.migrationId, { action: 'fail', error: null, now: deps.clock.now() }))
}

/** Ends an undo whose job will not be retried. The links that it restored stay restored. */
export async function failUndo(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const job = await openMigrationJob(deps, 'restore-amazon-links', payload)
  if (job === undefined) return
  const { ctx, migrationId } = job
  const mutation = { action: 'amazon_migration.fail_undo', entity: 'amazon_migration', entityId: migrationId } as const
  await ignoreDeleted(
    mutate(ctx, mutation, async (tx, change) => {
      const run = (await lockMigrationForUpdate(tx, ctx.project.id, migrationId)) ?? fail('NOT_FOUND')
      if (run.undo_state !== 'in_progress') fail('NOT_FOUND')
      await updateMigration(tx, ctx.project.id, migrationId, { undo_state: 'failed' })
      change.after = { restored: run.restored_count, left: run.left_count }
    }),
  )
}

interface End {
  action: 'stop' | 'fail'
  /** Null where the screen has a sentence of its own. */
  error: string | null
  now: Date
}

function endMigration(ctx: ProjectContext, id: AmazonMigrationId, { action, error, now }: End): Promise<MigrationRow> {
  const mutation = { action: `amazon_migration.${action}`, entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const before = (await lockMigrationForUpdate(tx, ctx.project.id, id)) ?? fail('AMAZON_MIGRATION_NOT_FOUND')
    const row = isRunning(before) ? await updateMigration(tx, ctx.project.id, id, { state: 'failed', error, finished_at: now }) : before
    change.before = { state: before.state }
    change.after = { state: row.state }
    return row
  })
}
