import type { AmazonMigrationId, LinkId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import { type ReplacedTargets, replaceTargets } from '../../links/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { type ChangedLinkRow, selectChangedLinks, updateUndoOutcomes } from '../migration-link-table.ts'
import { lockMigrationForUpdate, type MigrationRow, updateMigration } from '../migration-table.ts'
import { openMigrationJob } from '../migrations.ts'

const defaultBatchLinks = 500

/**
 * Runs the background job: restores the destinations and shops that a run changed, in batches. If a link was deleted,
 * or one of the changed values was edited after the run, the link is not restored.
 */
export async function undoLinks(deps: CoreDeps, payload: unknown, batchLinks = defaultBatchLinks): Promise<void> {
  const job = await openMigrationJob(deps, 'restore-amazon-links', payload)
  if (job === undefined) return
  let hasMore = true
  while (hasMore) {
    hasMore = false
    await ignoreDeleted(
      undoBatch(job.ctx, { migrationId: job.migrationId, limit: batchLinks }).then((row) => {
        hasMore = row.undo_state === 'in_progress'
      }),
    )
  }
}

/** Restores the next batch of links. Throws NOT_FOUND if the run was deleted or is not being undone. */
function undoBatch(
  ctx: ProjectContext,
  { migrationId: id, limit }: { migrationId: AmazonMigrationId; limit: number },
): Promise<MigrationRow> {
  const mutation = { action: 'amazon_migration.restore_links', entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const run = await lockMigrationForUpdate(tx, ctx.project.id, id)
    if (run?.undo_state !== 'in_progress') fail('NOT_FOUND')

    const changed = await selectChangedLinks(tx, ctx.project.id, id, { after: run.undo_position, limit })
    const restoredLinks = await replaceTargets(tx, ctx, changed.map(toRestored))
    const slugByLinkId = new Map(restoredLinks.map((link) => [link.id, link.slug]))
    const restored = changed.filter((row) => slugByLinkId.has(row.link_id))
    const left = changed.filter((row) => !slugByLinkId.has(row.link_id))
    await updateUndoOutcomes(tx, ctx.project.id, id, 'restored', listLinkIds(restored))
    await updateUndoOutcomes(tx, ctx.project.id, id, 'left', listLinkIds(left))

    change.before = toAudited(restored, slugByLinkId, 'after')
    change.after = toAudited(restored, slugByLinkId, 'before')
    return updateMigration(tx, ctx.project.id, id, {
      undo_state: changed.length < limit ? 'completed' : 'in_progress',
      undo_position: changed.at(-1)?.link_id ?? run.undo_position,
      restored_count: run.restored_count + restored.length,
      left_count: run.left_count + left.length,
    })
  })
}

function toRestored({ link_id, target_before, target_after, shops_before, shops_after }: ChangedLinkRow): ReplacedTargets {
  const target = target_before === null || target_after === null ? null : { before: target_after, after: target_before }
  const shops = shops_before === null || shops_after === null ? null : { before: shops_after, after: shops_before }
  return { id: link_id, target, shops }
}

function toAudited(rows: readonly ChangedLinkRow[], slugByLinkId: ReadonlyMap<LinkId, string>, when: 'before' | 'after'): object {
  const entries = rows.map((row) => {
    const [target, shops] = [row[`target_${when}`], row[`shops_${when}`]]
    return [
      row.link_id,
      { slug: slugByLinkId.get(row.link_id), ...(target !== null && { target }), ...(shops !== null && { shops }) },
    ] as const
  })
  return Object.fromEntries(entries)
}

function listLinkIds(rows: readonly ChangedLinkRow[]) {
  return rows.map((row) => row.link_id)
}
