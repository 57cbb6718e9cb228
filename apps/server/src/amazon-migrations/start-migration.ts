import { type AmazonMigrationId, type AmazonMigrationRun, affiliateSettingsOf, amazonMigrationsPerProject } from '@linkshelf/contract'
import type { AmazonSettings } from '@linkshelf/retailers'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { getIntegration } from '../integrations/index.ts'
import { selectLinkSpan } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { enqueueMigrationJob } from './migration-jobs.ts'
import { deleteMigrationRows, insertMigration, lockMigrationListForUpdate, selectMigrations } from './migration-table.ts'
import { isRunning, toMigrationRun } from './to-migration.ts'

/**
 * Starts a run over the links that the project has now, with the tags that its integration has now. Returns the run
 * that is under way if there is one, with a new job in case its own has failed for good. Throws
 * AMAZON_INTEGRATION_REQUIRED, and AMAZON_MIGRATION_RUNNING while a run is undone.
 */
export async function startMigration({ ids }: Pick<Deps, 'ids'>, ctx: ProjectContext): Promise<AmazonMigrationRun> {
  const { project } = ctx
  const settings = await amazonSettings(ctx)
  return mutate(ctx, { action: 'amazon_migration.start', entity: 'amazon_migration' }, async (tx, change) => {
    await lockMigrationListForUpdate(tx, project.id)
    const runs = await selectMigrations(tx, project.id)
    if (runs.some((run) => run.undo_state === 'in_progress')) fail('AMAZON_MIGRATION_RUNNING')
    const present = runs.find(isRunning)
    const row = present ?? (await insertRun(tx, ctx, ids.next<AmazonMigrationId>(), settings))
    const outdated = present === undefined ? runs.slice(amazonMigrationsPerProject - 1) : []
    await deleteMigrationRows(
      tx,
      project.id,
      outdated.map((run) => run.id),
    )
    await enqueueMigrationJob(tx, 'migrate-amazon-links', ctx, row.id)
    change.entityId = row.id
    change.after = { links: row.link_count, ...row.settings }
    return toMigrationRun(row)
  })
}

async function amazonSettings(ctx: ProjectContext): Promise<AmazonSettings> {
  const integration = await getIntegration(ctx, 'amazon')
  const { amazon } = affiliateSettingsOf(integration.updated_at === null ? {} : { amazon: integration })
  return amazon ?? fail('AMAZON_INTEGRATION_REQUIRED')
}

async function insertRun(tx: Tx, ctx: ProjectContext, id: AmazonMigrationId, settings: AmazonSettings) {
  const { count, lastId } = await selectLinkSpan(tx, ctx.project.id)
  return insertMigration(tx, ctx, { id, settings, last_link_id: lastId, link_count: count })
}
