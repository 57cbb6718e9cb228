import type { AmazonMigrationId, LinkShop } from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate, type ProjectContext } from '../../access/index.ts'
import { type LinkTarget, lockLinkTargetsForUpdate, type ReplacedTargets, replaceTargets } from '../../links/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { insertMigrationLinks, type OutcomeRow } from '../migration-link-table.ts'
import { isRunning, lockMigrationForUpdate, type MigrationRow, type OutcomeCounts, updateMigration } from '../migration-table.ts'
import { openMigrationJob } from '../migrations.ts'
import { type LinkPlan, planLink } from './plan-link.ts'

/**
 * Maximum number of links in one transaction. If an owner edits one of these links, the edit waits for the transaction.
 */
const defaultBatchLinks = 500

/**
 * Runs the background job: plans and stores the changes of every link in a run, in batches. Each batch stores
 * destinations, outcomes and the run's position in one transaction. If the job is killed, it resumes after the last
 * complete batch. Stops if the run was stopped or deleted.
 */
export async function migrateLinks(deps: CoreDeps, payload: unknown, batchLinks = defaultBatchLinks): Promise<void> {
  const job = await openMigrationJob(deps, 'migrate-amazon-links', payload)
  if (job === undefined) return
  let hasMore = true
  while (hasMore) {
    hasMore = false
    await ignoreDeleted(
      migrateBatch(deps, job.ctx, { migrationId: job.migrationId, limit: batchLinks }).then((row) => {
        hasMore = isRunning(row)
      }),
    )
  }
}

/** Migrates the next batch of links. Throws NOT_FOUND if the run was deleted or has ended. */
function migrateBatch(
  { clock }: CoreDeps,
  ctx: ProjectContext,
  { migrationId: id, limit }: { migrationId: AmazonMigrationId; limit: number },
): Promise<MigrationRow> {
  const mutation = { action: 'amazon_migration.migrate_links', entity: 'amazon_migration', entityId: id } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const run = await lockMigrationForUpdate(tx, ctx.project.id, id)
    if (run === undefined || !isRunning(run)) fail('NOT_FOUND')

    // The links are locked until the batch is stored, so that it does not overwrite a newer edit.
    const links = await lockLinkTargetsForUpdate(tx, ctx.project.id, { after: run.position, last: run.last_link_id, limit })
    const planned = links.map((link) => ({ link, plan: planLink(link, run.settings) }))
    await replaceTargets(tx, ctx, planned.flatMap(toReplaced))
    await insertMigrationLinks(tx, ctx, id, planned.map(toOutcomeRow))

    const { before, after } = toAuditedTargets(planned)
    change.before = before
    change.after = after
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

function toReplaced({ link, plan }: PlannedLink): ReplacedTargets[] {
  if (!isChanged(plan)) return []
  const target = plan.target === undefined ? null : { before: link.target, after: plan.target }
  const shops = plan.shops === undefined ? null : { before: link.shops, after: plan.shops }
  return [{ id: link.id, target, shops }]
}

function isChanged({ target, shops }: LinkPlan): boolean {
  return target !== undefined || shops !== undefined
}

function toOutcomeRow({ link, plan: { outcome, reason, target, shops } }: PlannedLink): OutcomeRow {
  return {
    link_id: link.id,
    outcome,
    reason: reason ?? null,
    target_before: target === undefined ? null : link.target,
    target_after: target ?? null,
    shops_before: shops === undefined ? null : link.shops,
    shops_after: shops ?? null,
  }
}

function addOutcomes(before: OutcomeCounts, planned: readonly PlannedLink[]): OutcomeCounts {
  const counts = { ...before }
  for (const { plan } of planned) counts[plan.outcome] = (counts[plan.outcome] ?? 0) + 1
  return counts
}

/** Returns the changed links by id, before and after the change. */
function toAuditedTargets(planned: readonly PlannedLink[]): { before: object; after: object } {
  const changed = planned.filter(({ plan }) => isChanged(plan))
  const toAudited = ({ link, plan }: PlannedLink, { target, shops }: Pick<LinkPlan, 'target'> & { shops?: readonly LinkShop[] }) => [
    link.id,
    { slug: link.slug, ...(plan.target !== undefined && { target }), ...(plan.shops !== undefined && { shops }) },
  ]
  return {
    before: Object.fromEntries(changed.map((one) => toAudited(one, one.link))),
    after: Object.fromEntries(changed.map((one) => toAudited(one, one.plan))),
  }
}
