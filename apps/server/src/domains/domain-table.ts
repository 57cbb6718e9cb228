// Every statement on `domains`, except the statements in link-domains.ts, host-expressions.ts, served-domains.ts and
// reserve-domains.ts. An organization has at most one row per host. At most one organization serves a host
// (domains_serving_host_key). The database account of jobs reads and writes the rows of every organization. After a
// domain is released, its row can remain for its links, and `insertDomain` can reuse the row. Lists and counts of
// domains exclude released rows.
import {
  type DomainConflict,
  type DomainId,
  type DomainLimit,
  type DomainSettings,
  type DomainState,
  listUploadAddresses,
  type OrganizationId,
  type ProjectId,
  type UserId,
} from '@linkshelf/contract'
import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../platform/postgres/postgres.ts'
import type { SeenRecords } from './seen-records.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    domains: {
      id: DomainId
      organization_id: OrganizationId
      host: string
      token: string
      status: Generated<DomainStatus>
      status_since: Date
      conflict: DomainConflict | null
      is_serving: Generated<boolean>
      verified_at: Date | null
      archived_at: Date | null
      released_at: Generated<Date | null>
      seen: SeenRecords | null
      proof_count: Generated<number>
      failure_count: Generated<number>
      failing_since: Date | null
      checking_since: Date
      checked_at: Date | null
      check_count: Generated<number>
      next_check_at: Date | null
      added_by: Generated<UserId | null>
      /** Rate limit that delays the verification of a proven domain. Null if no limit delays it. */
      limited_by: Generated<DomainLimit | null>
      limited_until: Generated<Date | null>
      created_at: Date
      root_url: Generated<string | null>
      store_project_id: Generated<ProjectId | null>
      not_found_url: Generated<string | null>
      robots_txt: Generated<string | null>
      favicon: Generated<string | null>
      apple_app_site_association: Generated<string | null>
      asset_links: Generated<string | null>
      /** Incremented whenever one of the settings above changes. */
      settings_revision: Generated<number>
    }
  }
}

export type DomainStatus = Exclude<DomainState, 'archived'>
export type DomainRow = Selectable<Tables['domains']>

export type DomainSetting = Exclude<keyof DomainSettings, 'revision'>

function queryDomains(db: Db, organizationId: OrganizationId) {
  return db.selectFrom('domains').selectAll().where('organization_id', '=', organizationId).where('released_at', 'is', null)
}

export function selectDomains(tx: Tx, organizationId: OrganizationId): Promise<DomainRow[]> {
  return queryDomains(tx, organizationId).orderBy('host').execute()
}

export function selectDomain(db: Db, organizationId: OrganizationId, domainId: DomainId): Promise<DomainRow | undefined> {
  return queryDomains(db, organizationId).where('id', '=', domainId).executeTakeFirst()
}

/**
 * Returns the domain, and locks it until the transaction ends. A domain check waits for this lock before it stores its
 * result.
 */
export function lockDomainForUpdate(tx: Tx, organizationId: OrganizationId, domainId: DomainId): Promise<DomainRow | undefined> {
  return queryDomains(tx, organizationId).where('id', '=', domainId).forUpdate().executeTakeFirst()
}

export interface DomainCounts {
  total: number
  unverified: number
}

export async function countDomains(tx: Tx, organizationId: OrganizationId): Promise<DomainCounts> {
  const { rows } = await sql<DomainCounts>`
    select count(*)::int as total, (count(*) filter (where not is_serving))::int as unverified
    from domains where organization_id = ${organizationId} and released_at is null`.execute(tx)
  return rows[0] ?? { total: 0, unverified: 0 }
}

type NewDomain = Pick<DomainRow, 'id' | 'organization_id' | 'host' | 'token' | 'added_by' | 'created_at'>

/**
 * Returns the inserted domain, or undefined if the organization already has the host. If the organization released the
 * host earlier, the row of the released domain is reused, so the domain has its earlier id and its links again.
 */
export function insertDomain(tx: Tx, domain: NewDomain): Promise<DomainRow | undefined> {
  const { id: _, created_at: now, added_by } = domain
  const added = { added_by, created_at: now, status_since: now, checking_since: now, next_check_at: now }
  return tx
    .insertInto('domains')
    .values({ ...domain, ...added })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'host'])
        .doUpdateSet({ ...added, token: domain.token, status: 'waiting', released_at: null })
        .where('domains.released_at', 'is not', null),
    )
    .returningAll()
    .executeTakeFirst()
}

/** The caller must have locked the domain. */
export function updateDomain(
  tx: Tx,
  domainId: DomainId,
  changes: Partial<Pick<DomainRow, 'archived_at' | 'checking_since' | 'next_check_at' | DomainSetting>>,
): Promise<DomainRow> {
  return tx.updateTable('domains').set(changes).where('id', '=', domainId).returningAll().executeTakeFirstOrThrow()
}

/**
 * Deletes the domain. If links or aliases use the domain, including deleted links, marks it as released instead. The
 * caller must have locked the domain.
 */
export async function releaseDomainRow(tx: Tx, domainId: DomainId, now: Date): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('domains')
    .where('id', '=', domainId)
    .where(sql<boolean>`not exists (select from links where domain_id = domains.id)`)
    .where(sql<boolean>`not exists (select from link_aliases where domain_id = domains.id)`)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return
  const unproven = { is_serving: false, conflict: null, verified_at: null, archived_at: null, seen: null, checked_at: null }
  const unchecked = { proof_count: 0, failure_count: 0, failing_since: null, next_check_at: null, limited_by: null, limited_until: null }
  await tx
    .updateTable('domains')
    .set({ ...unproven, ...unchecked, released_at: now })
    .where('id', '=', domainId)
    .execute()
}

/** Columns that a check stores: the resulting status, and the records that the check saw. */
export type CheckedDomain = Pick<
  DomainRow,
  | 'status'
  | 'conflict'
  | 'proof_count'
  | 'failure_count'
  | 'failing_since'
  | 'next_check_at'
  | 'checked_at'
  | 'seen'
  | 'limited_by'
  | 'limited_until'
> &
  Partial<Pick<DomainRow, 'verified_at' | 'status_since'>>

/**
 * Stores the result of a check and returns true. Stores nothing and returns false if the row changed after `before` was
 * read: another check stored a result, or the domain was released, or it started or stopped serving.
 */
export async function updateCheckedDomain(tx: Db, before: DomainRow, { seen, ...after }: CheckedDomain): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('domains')
    .set({ ...after, seen: JSON.stringify(seen) as never, check_count: before.check_count + 1 })
    .where('id', '=', before.id)
    .where('check_count', '=', before.check_count)
    .where('is_serving', '=', before.is_serving)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the domain serve its host. Returns false if it already serves, or if another domain serves the host. */
export async function serveDomain(tx: Tx, domainId: DomainId): Promise<boolean> {
  const { rows } = await sql<{ is_served: boolean }>`select serve_domain(${domainId}) as is_served`.execute(tx)
  return rows[0]?.is_served === true
}

/**
 * Stores that the domain no longer serves, because its host belongs to another organization according to DNS. Returns
 * false if the domain did not serve.
 */
export async function updateLostDomain(tx: Tx, domainId: DomainId, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('domains')
    .set({ is_serving: false, status: 'lost', status_since: now, conflict: 'organization', failure_count: 0, failing_since: null })
    .set({ checking_since: now, next_check_at: now })
    .where('id', '=', domainId)
    .where('is_serving', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the domain that serves a host, in any organization. Relies on domains_serving_host_key. */
export function selectServingDomain(db: Db, host: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('host', '=', host).where('is_serving', '=', true).executeTakeFirst()
}

/** Selects domains of all organizations whose check is overdue. Relies on domains_next_check_at_idx. */
export function selectOverdueDomains(db: Db, before: Date, limit: number): Promise<Pick<DomainRow, 'id' | 'organization_id'>[]> {
  return db
    .selectFrom('domains')
    .select(['id', 'organization_id'])
    .where('next_check_at', '<', before)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
}

/**
 * Lists the uploads that domains use as icons. Row-level security limits them to the organization in the scope of `tx`.
 */
export async function listDomainUploads(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('domains').select('favicon').where('favicon', 'is not', null).execute()
  return rows.flatMap(({ favicon }) => listUploadAddresses(favicon ?? ''))
}
