// Every statement on `link_checks`, except the subquery of `linkColumns`. `db` uses the database account of jobs, which
// can read and write the checks of every organization.
import type { LinkHealthReason, LinkHealthStatus, LinkId, OrganizationId, ProjectId } from '@linkshelf/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/postgres/postgres.ts'
import { toRequestHost } from '../outward/checked-host-table.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    link_checks: {
      link_id: LinkId
      organization_id: OrganizationId
      project_id: ProjectId
      target: string
      is_archived: boolean
      status: LinkHealthStatus
      reason: LinkHealthReason | null
      checked_at: Date | null
      failing_since: Date | null
      retry_count: number
      announced_at: Date | null
      page_url: string | null
      redirected_to: string | null
      request_url: string | null
      host: string | null
      hop_count: number
      needs_body: boolean
      is_requested: boolean
      next_check_at: Date
    }
  }
}

/**
 * The next request of a link's check. `page_url` is the address with which the check begins, and `request_url` is the
 * address to request next, for example after a redirect.
 */
export interface NextCheckRequest extends Pick<Selectable<Tables['link_checks']>, 'link_id' | 'project_id' | 'hop_count' | 'needs_body'> {
  page_url: string
  request_url: string
}

export interface UnpreparedLink {
  link_id: LinkId
  target: string
}

/**
 * Selects links without a `page_url`, which are new or have a new destination. Relies on link_checks_unprepared_idx.
 */
export function selectUnpreparedLinks(db: Db, limit: number): Promise<UnpreparedLink[]> {
  return db.selectFrom('link_checks').select(['link_id', 'target']).where('page_url', 'is', null).limit(limit).execute()
}

export interface PreparedLink extends UnpreparedLink {
  page_url: string
  host: string
  /** Reason why the page is never requested. Null if it can be requested. */
  reason: LinkHealthReason | null
}

/**
 * Stores which address is requested for each link. Skips links whose destination was changed in the meantime. If the
 * address is never requested, the link becomes `unchecked`. If it can be requested, the stored status stays, because
 * the destination may be only another address of the same page. If the earlier address was never requested, the link is
 * due immediately.
 */
export async function updatePreparedLinks(db: Db, links: readonly PreparedLink[]): Promise<void> {
  await sql`
    update link_checks set page_url = given.page_url, request_url = given.page_url, host = given.host,
      status = case when given.reason is null then status else 'unchecked' end,
      reason = case when given.reason is null and next_check_at <> 'infinity' then link_checks.reason else given.reason end,
      checked_at = case when given.reason is null then checked_at end,
      failing_since = case when given.reason is null then failing_since end,
      is_requested = is_requested and given.reason is null,
      next_check_at = case when given.reason is not null then 'infinity' when next_check_at = 'infinity' then now() else next_check_at end
    from json_to_recordset(${JSON.stringify(links)}::json)
      as given (link_id uuid, target text, page_url text, host text, reason text)
    where link_checks.link_id = given.link_id and link_checks.target = given.target and link_checks.page_url is null`.execute(db)
}

export type DueCheck = Pick<Selectable<Tables['link_checks']>, 'organization_id' | 'link_id' | 'is_requested'> & { host: string }

/**
 * Returns links that are due, and delays them until `until`. If the request for a link is lost, the link is due again
 * at that time. Relies on link_checks_next_check_at_idx.
 */
export async function leaseDueChecks(tx: Tx, now: Date, until: Date, limit: number): Promise<DueCheck[]> {
  const { rows } = await sql<DueCheck>`
    update link_checks set next_check_at = ${until}
    where link_id in (select link_id from link_checks where next_check_at <= ${now} and host is not null limit ${limit} for update skip locked)
    returning organization_id, link_id, is_requested, host`.execute(tx)
  return rows
}

/** Returns the next request for a link. Undefined if the link was deleted or its destination was changed. */
export async function selectNextCheck(db: Db, linkId: LinkId): Promise<(NextCheckRequest & { host: string }) | undefined> {
  const { rows } = await sql<NextCheckRequest & { host: string }>`
    select link_id, project_id, hop_count, needs_body, page_url, request_url, host
    from link_checks where link_id = ${linkId} and host is not null`.execute(db)
  return rows[0]
}

/**
 * Stores the next request of a check, which follows a redirect or repeats the last request with GET. Skips a link whose
 * destination was changed in the meantime.
 */
export async function updateNextRequest(
  db: Db,
  { link_id, page_url }: NextCheckRequest,
  next: { request_url: string; host: string; hop_count: number; needs_body: boolean },
): Promise<void> {
  await db.updateTable('link_checks').set(next).where('link_id', '=', link_id).where('page_url', '=', page_url).execute()
}

export interface HealthState {
  status: LinkHealthStatus
  reason: LinkHealthReason | null
  failing_since: Date | null
  /** Number of temporary failures in a row. */
  retry_count: number
}

export interface CheckedLink extends HealthState {
  link_id: LinkId
  organization_id: OrganizationId
  is_archived: boolean
}

/**
 * Selects every link of the project that leads to the page. One request is enough for all these links. Relies on
 * link_checks_page_idx.
 */
export async function selectLinksOfPage(
  db: Db,
  { project_id, page_url }: Pick<NextCheckRequest, 'project_id' | 'page_url'>,
): Promise<CheckedLink[]> {
  const { rows } = await sql<CheckedLink>`
    select link_id, organization_id, status, reason, failing_since, retry_count, is_archived
    from link_checks
    where project_id = ${project_id} and md5(page_url) = md5(${page_url}) and page_url = ${page_url}`.execute(db)
  return rows
}

export interface CheckOutcome {
  /** URL where redirects ended. Null if there were no redirects, undefined if the page was not found. */
  redirectedTo: string | null | undefined
  checkedAt: Date
  nextCheckAt: Date
}

/**
 * Stores the result of a check. Skips links whose destination or status was changed in the meantime. Returns the ids of
 * the updated links.
 */
export async function updateHealth(
  db: Db,
  pageUrl: string,
  linkIds: readonly LinkId[],
  statusBefore: LinkHealthStatus,
  { status, reason, failing_since, retry_count }: HealthState,
  { redirectedTo, checkedAt, nextCheckAt }: CheckOutcome,
): Promise<LinkId[]> {
  const isNewlyBroken = status === 'broken' && statusBefore !== 'broken'
  const rows = await db
    .updateTable('link_checks')
    .set((eb) => ({
      status,
      reason,
      failing_since,
      retry_count,
      checked_at: checkedAt,
      next_check_at: nextCheckAt,
      is_requested: false,
      request_url: eb.ref('page_url'),
      host: toRequestHost(pageUrl),
      hop_count: 0,
      needs_body: false,
      ...(redirectedTo !== undefined && { redirected_to: redirectedTo }),
      ...(isNewlyBroken && { announced_at: null }),
    }))
    .where('link_id', 'in', linkIds)
    .where('page_url', '=', pageUrl)
    .where('status', '=', statusBefore)
    .returning('link_id')
    .execute()
  return rows.map(({ link_id }) => link_id)
}

/** Selects the links whose redirects ended at another address. */
export function selectRedirects(
  tx: Tx,
  linkIds: readonly LinkId[],
): Promise<Pick<Selectable<Tables['link_checks']>, 'link_id' | 'page_url' | 'redirected_to'>[]> {
  return tx
    .selectFrom('link_checks')
    .select(['link_id', 'page_url', 'redirected_to'])
    .where('link_id', 'in', linkIds)
    .where('redirected_to', 'is not', null)
    .execute()
}

/**
 * Makes links due immediately and returns their ids. Skips links that were checked at or after `checkedBefore`, and
 * links that are never checked. The caller must have locked the links.
 */
export async function requestChecks(tx: Tx, linkIds: readonly LinkId[], now: Date, checkedBefore: Date): Promise<LinkId[]> {
  if (linkIds.length === 0) return []
  const rows = await tx
    .updateTable('link_checks')
    .set({ is_requested: true, next_check_at: now })
    .where('link_id', 'in', linkIds)
    .where(sql<boolean>`next_check_at <> 'infinity'`)
    .where(({ or, eb }) => or([eb('checked_at', 'is', null), eb('checked_at', '<', checkedBefore)]))
    .returning('link_id')
    .execute()
  return rows.map(({ link_id }) => link_id)
}

/** Clears requested checks while checks are switched off, so that the dashboard shows no check as under way. */
export async function clearRequests(db: Db): Promise<void> {
  await db.updateTable('link_checks').set({ is_requested: false }).where('is_requested', '=', true).execute()
}
