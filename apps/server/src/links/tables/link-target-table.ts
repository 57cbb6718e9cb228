// Statements that read or change all links of a project, in batches in the order of their ids. They are for changes of
// destinations and for the link report.
import type { LinkHealthReason, LinkHealthStatus, LinkId, LinkShop, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'
import type { LinkRow } from './link-columns.ts'

/**
 * Returns how many links a project has, and the highest id. Relies on links_project_id_idx, like
 * `lockLinkTargetsForUpdate` and `selectRevisions`.
 */
export async function selectLinkSpan(tx: Tx, projectId: ProjectId): Promise<{ count: number; lastId: LinkId | null }> {
  const { rows } = await sql<{ count: number; last_id: LinkId | null }>`
    select count(*)::integer as count,
      (select id from links where project_id = ${projectId} and deleted_at is null order by id desc limit 1) as last_id
    from links where project_id = ${projectId} and deleted_at is null`.execute(tx)
  return { count: rows[0]?.count ?? 0, lastId: rows[0]?.last_id ?? null }
}

const targetColumns = ['id', 'slug', 'target', 'expanded_target', 'shops', 'expanded_shops', 'is_affiliated'] as const

export type LinkTarget = Pick<LinkRow, (typeof targetColumns)[number]>

interface LinkSpan {
  /** Only links with a higher id are selected. If null, there is no lower bound. */
  after: LinkId | null
  /** Highest id that is selected. Null if the project has no links. */
  last: LinkId | null
  limit: number
}

/** Selects links of a project in the order of their ids, and locks them until the transaction ends. */
export async function lockLinkTargetsForUpdate(tx: Tx, projectId: ProjectId, { after, last, limit }: LinkSpan): Promise<LinkTarget[]> {
  return tx
    .selectFrom('links')
    .select(targetColumns)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('id', '<=', last)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute()
}

export interface LinkRevision {
  id: LinkId
  /** Incremented with every change that affects where the link leads. */
  revision: number
}

/** Selects revisions in the order of the links' ids, starting after the link `after`. */
export async function selectRevisions(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: LinkId | undefined; limit: number },
): Promise<LinkRevision[]> {
  const { rows } = await sql<LinkRevision>`
    select id, revision from links
    where project_id = ${projectId} and deleted_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(tx)
  return rows
}

type RevisedTarget = LinkRevision & LinkTarget & Pick<LinkRow, 'created_at'>

/** Selects the columns that decide where these links lead, in the order of their ids. */
export async function selectTargets(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<RevisedTarget[]> {
  const { rows } = await sql<RevisedTarget>`
    select revision, created_at, ${sql.join(targetColumns.map((column) => sql.ref(column)))} from links
    where project_id = ${projectId} and id = any(${linkIds}::uuid[]) and deleted_at is null order by id`.execute(tx)
  return rows
}

/** Selects the columns that decide which URLs visitors of these links get. */
export async function selectAffiliatedRows(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]) {
  return tx
    .selectFrom('links')
    .select(['id', 'target', 'expanded_target', 'title', 'shops', 'expanded_shops', 'has_choice_page', 'is_affiliated'])
    .where('project_id', '=', projectId)
    .where('id', '=', sql<LinkId>`any(${linkIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
}

interface Replacement<Value> {
  before: Value
  after: Value
}

export interface ReplacedTargets {
  id: LinkId
  /** `target` is null if the destination does not change, and `shops` is null if the shops do not change. */
  target: Replacement<string> | null
  shops: Replacement<readonly LinkShop[]> | null
}

export type ChangedTarget = Pick<LinkRow, 'id' | 'slug' | 'target' | 'expanded_target' | 'shops' | 'expanded_shops' | 'is_pending'>

/**
 * Changes the tags of destinations and shops, and returns the changed links. The setting `has_same_page` tells triggers
 * that the addresses still lead to the same pages, so the pages are not checked again. Skips a link whose destination
 * or shops are no longer the `before` values. Also skips short URLs of pages.
 */
export async function updateTargets(tx: Tx, projectId: ProjectId, targets: readonly ReplacedTargets[]): Promise<ChangedTarget[]> {
  if (targets.length === 0) return []
  await sql`select set_config('linkshelf.has_same_page', 'on', true)`.execute(tx)
  const { rows } = await sql<ChangedTarget>`
    with given as materialized (
      select links.id, given.target ->> 'after' as target, given.shops -> 'after' as shops from links
      join jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given (id uuid, target jsonb, shops jsonb)
        on links.id = given.id and links.target = coalesce(given.target ->> 'before', links.target)
          and links.shops = coalesce(given.shops -> 'before', links.shops)
      where project_id = ${projectId} and deleted_at is null and page_id is null
      order by links.id for no key update of links)
    update links set target = coalesce(given.target, links.target), shops = coalesce(given.shops, links.shops)
    from given where links.id = given.id
    returning links.id, slug, links.target, expanded_target, links.shops, expanded_shops, is_pending`.execute(tx)
  await sql`select set_config('linkshelf.has_same_page', 'off', true)`.execute(tx)
  return rows
}

/** Marks links as pending. The caller must have locked the links. */
export async function markPending(tx: Tx, projectId: ProjectId, linkIds: readonly LinkId[]): Promise<void> {
  if (linkIds.length === 0) return
  await tx.updateTable('links').set({ is_pending: true }).where('project_id', '=', projectId).where('id', 'in', linkIds).execute()
}

interface ReportRow {
  id: LinkId
  target: string
  expanded_target: string | null
  shops: LinkShop[]
  expanded_shops: Record<string, string>
  has_choice_page: boolean
  is_affiliated: boolean
  is_archived: boolean
  /** Null if the link has no row in `link_checks`. */
  status: LinkHealthStatus | null
  reason: LinkHealthReason | null
  page_url: string | null
  redirected_to: string | null
}

/** Selects links in the order of their ids, starting after the link `after`. Relies on links_project_id_idx. */
export async function selectLinkReportRows(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: LinkId | undefined; limit: number },
): Promise<ReportRow[]> {
  return tx
    .selectFrom('links')
    .leftJoin('link_checks', 'link_checks.link_id', 'links.id')
    .select([
      'links.id',
      'links.target',
      'links.expanded_target',
      'links.shops',
      'links.expanded_shops',
      'links.has_choice_page',
      'links.is_affiliated',
      'links.is_archived',
    ])
    .select(['link_checks.status', 'link_checks.reason', 'link_checks.page_url', 'link_checks.redirected_to'])
    .where('links.project_id', '=', projectId)
    .where('links.deleted_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('links.id', '>', after as LinkId))
    .orderBy('links.id')
    .limit(limit)
    .execute()
}
