// Every statement on `amazon_migration_links`.
import type {
  AmazonMigrationId,
  AmazonMigrationOutcome,
  AmazonMigrationReason,
  LinkId,
  LinkShop,
  OrganizationId,
  ProjectId,
} from '@linkshelf/contract'
import { type JSONColumnType, type Selectable, sql } from 'kysely'
import type { ProjectContext } from '../access/index.ts'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

export type UndoOutcome = 'restored' | 'left'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    amazon_migration_links: {
      organization_id: OrganizationId
      project_id: ProjectId
      migration_id: AmazonMigrationId
      link_id: LinkId
      outcome: AmazonMigrationOutcome
      reason: AmazonMigrationReason | null
      target_before: string | null
      target_after: string | null
      shops_before: JSONColumnType<LinkShop[]> | null
      shops_after: JSONColumnType<LinkShop[]> | null
      undo_outcome: UndoOutcome | null
    }
  }
}

const columns = ['link_id', 'outcome', 'reason', 'target_before', 'target_after', 'shops_before', 'shops_after', 'undo_outcome'] as const

export type MigrationLinkRow = Pick<Selectable<Tables['amazon_migration_links']>, (typeof columns)[number]>

/** The outcome of a run for one link. */
export type OutcomeRow = Omit<MigrationLinkRow, 'undo_outcome' | 'shops_before' | 'shops_after'> & {
  shops_before: readonly LinkShop[] | null
  shops_after: readonly LinkShop[] | null
}

export async function insertMigrationLinks(
  tx: Tx,
  { organization, project }: ProjectContext,
  migrationId: AmazonMigrationId,
  links: readonly OutcomeRow[],
): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into amazon_migration_links (organization_id, project_id, migration_id, link_id, outcome, reason, target_before, target_after, shops_before, shops_after)
    select ${organization.id}, ${project.id}, ${migrationId}, link_id, outcome, reason, target_before, target_after, shops_before, shops_after
    from json_to_recordset(${JSON.stringify(links)}::json)
      as given (link_id uuid, outcome text, reason text, target_before text, target_after text, shops_before jsonb, shops_after jsonb)`.execute(
    tx,
  )
}

export interface MigrationLinkPage {
  outcome?: AmazonMigrationOutcome | undefined
  undo?: UndoOutcome | undefined
  /** Selects only rows after this link id. */
  after?: LinkId | undefined
  limit: number
}

/**
 * Selects rows in the order of their link ids. Relies on the primary key, amazon_migration_links_outcome_idx or
 * amazon_migration_links_undo_idx.
 */
export function selectMigrationLinks(
  tx: Tx,
  projectId: ProjectId,
  migrationId: AmazonMigrationId,
  { outcome, undo, after, limit }: MigrationLinkPage,
): Promise<MigrationLinkRow[]> {
  return tx
    .selectFrom('amazon_migration_links')
    .select(columns)
    .where('project_id', '=', projectId)
    .where('migration_id', '=', migrationId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as AmazonMigrationOutcome))
    .$if(undo !== undefined, (query) => query.where('undo_outcome', '=', undo as UndoOutcome))
    .$if(after !== undefined, (query) => query.where('link_id', '>', after as LinkId))
    .orderBy('link_id')
    .limit(limit)
    .execute()
}

export type ChangedLinkRow = Pick<MigrationLinkRow, 'link_id' | 'target_before' | 'target_after' | 'shops_before' | 'shops_after'>

/** Returns the links that a run changed, in the order of their ids. */
export async function selectChangedLinks(
  tx: Tx,
  projectId: ProjectId,
  migrationId: AmazonMigrationId,
  { after, limit }: { after: LinkId | null; limit: number },
): Promise<ChangedLinkRow[]> {
  const { rows } = await sql<ChangedLinkRow>`
    select link_id, target_before, target_after, shops_before, shops_after from amazon_migration_links
    where project_id = ${projectId} and migration_id = ${migrationId} and (target_after is not null or shops_after is not null)
      and (${after}::uuid is null or link_id > ${after}::uuid)
    order by link_id limit ${limit}`.execute(tx)
  return rows
}

export async function updateUndoOutcomes(
  tx: Tx,
  projectId: ProjectId,
  migrationId: AmazonMigrationId,
  outcome: UndoOutcome,
  linkIds: readonly LinkId[],
): Promise<void> {
  if (linkIds.length === 0) return
  await tx
    .updateTable('amazon_migration_links')
    .set({ undo_outcome: outcome })
    .where('project_id', '=', projectId)
    .where('migration_id', '=', migrationId)
    .where('link_id', 'in', linkIds)
    .execute()
}
