// `click_deletions`: which clicks of a project are deleted, and the state of each deletion. Rows of finished deletions
// stay, because a journal may be shipped much later. The shipper then drops the clicks that a deletion covers.
import type { LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

/**
 * `running`: ClickHouse has rows to delete. `settling`: the rows are deleted, but an insert that began before the
 * deletion may still add rows. `done`: queries need not exclude the clicks anymore.
 */
type DeletionState = 'running' | 'settling' | 'done'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    click_deletions: {
      organization_id: OrganizationId
      project_id: ProjectId
      /** Null if the clicks and page views of the whole project are deleted. */
      link_id: LinkId | null
      deleted_before: Date
      state: DeletionState
    }
  }
}

export interface ClickDeletion {
  projectId: ProjectId
  /** Null if the clicks and page views of the whole project are deleted. */
  linkId: LinkId | null
  /** Clicks at this instant or later are not deleted. */
  deletedBefore: Date
  state: DeletionState
}

interface DeletionContext {
  organization: { id: OrganizationId }
  project: { id: ProjectId }
  now: Date
}

/**
 * Starts a deletion, which replaces an earlier deletion of the same clicks. A deletion of a project also replaces the
 * deletions of its links. Locks the deletions of the organization until the transaction ends, so that a simultaneous
 * transaction counts this deletion too.
 */
export async function insertClickDeletion(tx: Tx, { organization, project, now }: DeletionContext, linkId: LinkId | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`click-deletions:${organization.id}`}, 0))`.execute(tx)
  await tx
    .insertInto('click_deletions')
    .values({ organization_id: organization.id, project_id: project.id, link_id: linkId, deleted_before: now, state: 'running' })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'link_id']).doUpdateSet({
        // The later instant wins, because the clocks of two servers differ.
        deleted_before: sql`greatest(click_deletions.deleted_before, excluded.deleted_before)`,
        state: 'running',
      }),
    )
    .execute()
  if (linkId !== null) return
  await tx
    .deleteFrom('click_deletions')
    .where('project_id', '=', project.id)
    .where('link_id', 'is not', null)
    .where('deleted_before', '<=', now)
    .execute()
}

/** Counts the unfinished deletions of the organization. Relies on click_deletions_of_organization_idx. */
export async function countUnfinishedDeletions(tx: Tx, { organization }: ProjectContext): Promise<number> {
  const { count } = await tx
    .selectFrom('click_deletions')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('organization_id', '=', organization.id)
    .where('state', '<>', 'done')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Returns unfinished deletions, whose clicks queries must exclude. Deletions in the state `running` come first. Within
 * a state, the earliest deletion comes first. Relies on click_deletions_unfinished_idx.
 */
export async function selectUnfinishedDeletions(db: Db | Tx, projectIds: readonly ProjectId[], limit?: number): Promise<ClickDeletion[]> {
  if (projectIds.length === 0) return []
  const rows = await db
    .selectFrom('click_deletions')
    .select(['project_id', 'link_id', 'deleted_before', 'state'])
    .where('project_id', 'in', projectIds)
    .where('state', '<>', 'done')
    .orderBy('state')
    .orderBy('deleted_before')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
  return rows.map(toClickDeletion)
}

/**
 * Returns the project's deletions whose instant is `since` or later, including finished deletions. `db` must be signed
 * in with the account of jobs.
 */
export async function selectRecentDeletions(db: Db, projectId: ProjectId, since: Date): Promise<ClickDeletion[]> {
  const rows = await db
    .selectFrom('click_deletions')
    .select(['project_id', 'link_id', 'deleted_before', 'state'])
    .where('project_id', '=', projectId)
    .where('deleted_before', '>=', since)
    .execute()
  return rows.map(toClickDeletion)
}

/**
 * Changes the state of the deletions. If a later deletion has replaced one of them, its state stays unchanged. `db`
 * must be signed in with the account of jobs.
 */
export async function updateDeletionStates(
  db: Db,
  projectId: ProjectId,
  deletions: readonly ClickDeletion[],
  state: DeletionState,
): Promise<void> {
  const linkIds = deletions.map(({ linkId }) => linkId)
  const instants = deletions.map(({ deletedBefore }) => deletedBefore)
  await sql`
    update click_deletions set state = ${state} from unnest(${linkIds}::uuid[], ${instants}::timestamptz[]) as changed (link_id, deleted_before)
    where click_deletions.project_id = ${projectId} and click_deletions.deleted_before = changed.deleted_before
      and click_deletions.link_id is not distinct from changed.link_id`.execute(db)
}

function toClickDeletion(row: {
  project_id: ProjectId
  link_id: LinkId | null
  deleted_before: Date
  state: DeletionState
}): ClickDeletion {
  return { projectId: row.project_id, linkId: row.link_id, deletedBefore: row.deleted_before, state: row.state }
}
