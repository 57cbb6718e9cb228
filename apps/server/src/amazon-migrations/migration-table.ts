// Every statement on `amazon_migrations`.
import {
  type AmazonMigrationId,
  type AmazonMigrationOutcome,
  type AmazonMigrationRun,
  type AmazonMigrationState,
  type AmazonMigrationUndoState,
  amazonMigrationOutcomes,
  type LinkId,
  type OrganizationId,
  type ProjectId,
} from '@linkshelf/contract'
import type { AmazonSettings } from '@linkshelf/retailers'
import { type Insertable, type JSONColumnType, type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

export type OutcomeCounts = Partial<Record<AmazonMigrationOutcome, number>>

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    amazon_migrations: {
      id: AmazonMigrationId
      organization_id: OrganizationId
      project_id: ProjectId
      state: AmazonMigrationState
      settings: JSONColumnType<AmazonSettings>
      last_link_id: LinkId | null
      position: LinkId | null
      link_count: number
      outcomes: JSONColumnType<OutcomeCounts>
      error: string | null
      created_at: Date
      finished_at: Date | null
      undo_state: AmazonMigrationUndoState | null
      undo_position: LinkId | null
      restored_count: number
      left_count: number
    }
  }
}

const columns = [
  'id',
  'state',
  'settings',
  'last_link_id',
  'position',
  'link_count',
  'outcomes',
  'error',
  'created_at',
  'finished_at',
  'undo_state',
  'undo_position',
  'restored_count',
  'left_count',
] as const

export type MigrationRow = Pick<Selectable<Tables['amazon_migrations']>, (typeof columns)[number]>

function createMigrationQuery(tx: Tx, projectId: ProjectId) {
  return tx.selectFrom('amazon_migrations').select(columns).where('project_id', '=', projectId)
}

/** Selects the project's runs, latest first. */
export function selectMigrations(tx: Tx, projectId: ProjectId): Promise<MigrationRow[]> {
  return createMigrationQuery(tx, projectId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

export function selectLatestMigration(tx: Tx, projectId: ProjectId): Promise<MigrationRow | undefined> {
  return createMigrationQuery(tx, projectId).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
}

export function selectMigration(tx: Tx, projectId: ProjectId, id: AmazonMigrationId): Promise<MigrationRow | undefined> {
  return createMigrationQuery(tx, projectId).where('id', '=', id).executeTakeFirst()
}

export function lockMigrationForUpdate(tx: Tx, projectId: ProjectId, id: AmazonMigrationId): Promise<MigrationRow | undefined> {
  return createMigrationQuery(tx, projectId).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the list of runs until the transaction ends, so that no other transaction starts a run. */
export async function lockMigrationListForUpdate(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`amazon-migrations:${projectId}`}, 0))`.execute(tx)
}

type NewMigration = Pick<Insertable<Tables['amazon_migrations']>, 'id' | 'last_link_id' | 'link_count'> & {
  settings: AmazonSettings
}

export function insertMigration(
  tx: Tx,
  { organization, project, now }: ProjectContext,
  { settings, ...added }: NewMigration,
): Promise<MigrationRow> {
  const start = { state: 'pending' as const, outcomes: '{}', restored_count: 0, left_count: 0, created_at: now }
  return tx
    .insertInto('amazon_migrations')
    .values({ ...added, ...start, settings: JSON.stringify(settings), organization_id: organization.id, project_id: project.id })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

type MigrationValues = Partial<
  Pick<
    MigrationRow,
    'state' | 'position' | 'outcomes' | 'error' | 'finished_at' | 'undo_state' | 'undo_position' | 'restored_count' | 'left_count'
  >
>

/** The caller must have locked the run. */
export function updateMigration(tx: Tx, projectId: ProjectId, id: AmazonMigrationId, values: MigrationValues): Promise<MigrationRow> {
  const { outcomes, ...others } = values
  return tx
    .updateTable('amazon_migrations')
    .set({ ...others, ...(outcomes && { outcomes: JSON.stringify(outcomes) }) })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Deletes the run and the outcomes of its links. */
export async function deleteMigrationRows(tx: Tx, projectId: ProjectId, ids: readonly AmazonMigrationId[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('amazon_migrations').where('project_id', '=', projectId).where('id', 'in', ids).execute()
}

export function toMigrationRun(row: MigrationRow): AmazonMigrationRun {
  const processed = countProcessedLinks(row)
  return {
    migration_id: row.id,
    status: row.state,
    progress: row.state === 'completed' ? 100 : computePercent(processed, row.link_count),
    linksFound: row.link_count,
    linksProcessed: processed,
    error: row.error,
    outcomes: Object.fromEntries(
      amazonMigrationOutcomes.map((outcome) => [outcome, row.outcomes[outcome] ?? 0]),
    ) as Required<OutcomeCounts>,
    started_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    undo: row.undo_state && { status: row.undo_state, restored: row.restored_count, left: row.left_count },
  }
}

export function isRunning(row: MigrationRow): boolean {
  return row.state === 'pending' || row.state === 'in_progress'
}

/** Adds up the outcomes, because each processed link has exactly one outcome. */
function countProcessedLinks({ outcomes }: MigrationRow): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0)
}

function computePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(100, Math.floor((100 * part) / whole))
}
