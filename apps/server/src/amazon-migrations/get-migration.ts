import { type AmazonMigration, type AmazonMigrationRun, amazonMigrationOutcomes } from '@linkshelf/contract'
import { type ProjectContext, read } from '../access/index.ts'
import { selectLatestMigration, selectMigrations } from './migration-table.ts'
import { toMigrationRun } from './to-migration.ts'

const none: AmazonMigration = {
  migration_id: null,
  status: null,
  progress: 0,
  linksFound: 0,
  linksProcessed: 0,
  error: null,
  outcomes: Object.fromEntries(amazonMigrationOutcomes.map((outcome) => [outcome, 0])) as AmazonMigration['outcomes'],
  started_at: null,
  finished_at: null,
  undo: null,
}

/** The latest run; a run that was undone counts as none. */
export async function getMigration(ctx: ProjectContext): Promise<AmazonMigration> {
  const latest = await read(ctx, (tx) => selectLatestMigration(tx, ctx.project.id))
  return latest === undefined || latest.undo_state === 'completed' ? none : toMigrationRun(latest)
}

/** Latest first. */
export async function listMigrations(ctx: ProjectContext): Promise<AmazonMigrationRun[]> {
  return (await read(ctx, (tx) => selectMigrations(tx, ctx.project.id))).map(toMigrationRun)
}
