import type { AmazonMigrationId } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import { type LinkTarget, lockLinkTargetsForUpdate, replaceTargets } from '../../links/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMigrationJob } from '../migration-jobs.ts'
import { lockMigrationForUpdate, type MigrationRow, type OutcomeCounts, updateMigration } from '../migration-table.ts'
import { isRunning } from '../to-migration.ts'
import { insertMigrationLinks, type OutcomeRow } from './migration-link-table.ts'
import { type LinkPlan, planLink } from './plan-link.ts'

/** Links of one transaction: owners who edit one of them wait for it. */
const defaultBatchLinks = 500

/**
 * The background job: decides every link of a run, batch by batch. Each batch stores destinations, outcomes and how far the run is in one transaction, so a job
 * that is killed at any moment resumes behind the last whole batch. Stops when the run was stopped or deleted.
 */
export async function migrateLinks(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>,
  payload: unknown,
  batchLinks = defaultBatchLinks,
): Promise<void> {
  const job = await openMigrationJob(deps, 'migrate-amazon-links', payload)
  if (job === undefined) return
  let hasMore = true
  while (hasMore) {
    hasMore = false
    await ignoreDeleted(
      migrateBatch(deps, job.ctx, job.migrationId, batchLinks).then((row) => {
        hasMore = isRunning(row)
      }),
    )
  }
}

/** Throws NOT_FOUND for a run that was deleted or has ended. */
function migrateBatch({ clock }: Pick<Deps, 'clock'>, ctx: ProjectContext, id: AmazonMigrationId, limit: number): Promise<MigrationRow> {
  const mutation = { action: 'amazon_migration.migrate_links', entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const run = await lockMigrationForUpdate(tx, ctx.project.id, id)
    if (run === undefined || !isRunning(run)) fail('NOT_FOUND')

    // Locked links can't be edited until the batch is stored: no newer destination is overwritten.
    const links = await lockLinkTargetsForUpdate(tx, ctx.project.id, { after: run.position, last: run.last_link_id, limit })
    const planned = links.map((link) => ({ link, plan: planLink(link, run.settings) }))
    const changed = planned.flatMap(({ link, plan }) =>
      plan.target === undefined ? [] : [{ id: link.id, before: link.target, after: plan.target }],
    )
    await replaceTargets(tx, ctx, changed)
    await insertMigrationLinks(tx, ctx, id, planned.map(toOutcomeRow))

    Object.assign(change, toAuditedTargets(planned))
    const isDone = links.length < limit
    return updateMigration(tx, ctx.project.id, id, {
      state: isDone ? 'completed' : 'in_progress',
      outcomes: addOutcomes(run.outcomes, planned),
      position: links.at(-1)?.id ?? run.position,
      ...(isDone && { finished_at: clock.now() }),
    })
  })
}

interface PlannedLink {
  link: LinkTarget
  plan: LinkPlan
}

function toOutcomeRow({ link, plan: { outcome, reason, target } }: PlannedLink): OutcomeRow {
  const targets = target === undefined ? { target_before: null, target_after: null } : { target_before: link.target, target_after: target }
  return { link_id: link.id, outcome, reason: reason ?? null, ...targets }
}

function addOutcomes(before: OutcomeCounts, planned: readonly PlannedLink[]): OutcomeCounts {
  const counts = { ...before }
  for (const { plan } of planned) counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
  return counts
}

/** The changed links under their ids. */
function toAuditedTargets(planned: readonly PlannedLink[]): { before: object; after: object } {
  const changed = planned.filter(({ plan }) => plan.target !== undefined)
  return {
    before: Object.fromEntries(changed.map(({ link }) => [link.id, { slug: link.slug, target: link.target }])),
    after: Object.fromEntries(changed.map(({ link, plan }) => [link.id, { slug: link.slug, target: plan.target }])),
  }
}
