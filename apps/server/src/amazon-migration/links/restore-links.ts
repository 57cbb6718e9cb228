import type { AmazonMigrationId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import { replaceTargets } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMigrationJob } from '../migration-jobs.ts'
import { lockMigrationForUpdate, type MigrationRow, updateMigration } from '../migration-table.ts'
import { type ChangedLinkRow, selectChangedLinks, updateUndoOutcomes } from './migration-link-table.ts'

const defaultBatchLinks = 500

/**
 * The background job: gives the links that a run changed their destinations back, in batches as they were changed. A link whose destination is no longer the one
 * that the run gave it, or that was deleted, stays as it is.
 */
export async function restoreLinks(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  payload: unknown,
  batchLinks = defaultBatchLinks,
): Promise<void> {
  const job = await openMigrationJob(deps, 'restore-amazon-links', payload)
  if (job === undefined) return
  let hasMore = true
  while (hasMore) {
    hasMore = false
    await ignoreDeleted(
      restoreBatch(job.ctx, job.migrationId, batchLinks).then((row) => {
        hasMore = row.undo_state === 'in_progress'
      }),
    )
  }
}

/** Throws NOT_FOUND for a run that was deleted or is not being undone. */
function restoreBatch(ctx: ProjectContext, id: AmazonMigrationId, limit: number): Promise<MigrationRow> {
  const mutation = { action: 'amazon_migration.restore_links', entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const run = await lockMigrationForUpdate(tx, ctx.project.id, id)
    if (run?.undo_state !== 'in_progress') fail('NOT_FOUND')

    const changed = await selectChangedLinks(tx, ctx.project.id, id, { after: run.undo_position, limit })
    const targets = changed.map(({ link_id, target_before, target_after }) => ({ id: link_id, before: target_after, after: target_before }))
    const restoredIds = await replaceTargets(tx, ctx, targets)
    const restored = changed.filter((row) => restoredIds.has(row.link_id))
    const left = changed.filter((row) => !restoredIds.has(row.link_id))
    await updateUndoOutcomes(tx, ctx.project.id, id, 'restored', idsOf(restored))
    await updateUndoOutcomes(tx, ctx.project.id, id, 'left', idsOf(left))

    const audited = (target: 'target_before' | 'target_after') =>
      Object.fromEntries(restored.map((row) => [row.link_id, { target: row[target] }]))
    Object.assign(change, { before: audited('target_after'), after: audited('target_before') })
    return updateMigration(tx, ctx.project.id, id, {
      undo_state: changed.length < limit ? 'completed' : 'in_progress',
      undo_position: changed.at(-1)?.link_id ?? run.undo_position,
      restored_count: run.restored_count + restored.length,
      left_count: run.left_count + left.length,
    })
  })
}

function idsOf(rows: readonly ChangedLinkRow[]) {
  return rows.map((row) => row.link_id)
}
