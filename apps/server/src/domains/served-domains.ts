// Every statement on `domains` that edges use. Edges read the domain that serves a host, in any organization. `db` uses
// the visitors' role, whose row-level security hides domains that do not serve. `db` can be a replica.
import type { DomainId, OrganizationId, ProjectId } from '@linkshelf/contract'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../platform/postgres/postgres.ts'

export interface ServedDomainRow {
  domainId: DomainId
  organizationId: OrganizationId
  /** In lower case. Non-ASCII names are in Punycode (A-labels). */
  host: string
  settings: ServedSettings
}

export interface ServedSettings {
  /** URL to which `/` redirects. Null if `/` shows a page. */
  rootUrl: string | null
  /** Project whose store is at the root. Null if no store is at the root, or if `/` redirects. */
  storeProjectId: ProjectId | null
  /** URL to which addresses without a link redirect. Null if they show a page. */
  notFoundUrl: string | null
  /** Address of the domain's icon. Null if the domain uses Linkshelf's icon. */
  favicon: string | null
  /** Increases whenever a setting changes, including the settings in `DomainFiles`. */
  revision: number
}

/** Settings of a domain whose owner has not changed any. */
export const defaultServedSettings: ServedSettings = { rootUrl: null, storeProjectId: null, notFoundUrl: null, favicon: null, revision: 0 }

/** Files of a domain. Each is null if the owner has not set it. */
export interface DomainFiles {
  robots: string | null
  appleAppSiteAssociation: string | null
  assetLinks: string | null
}

/** Returns the files of a domain, or undefined if the domain does not serve. Relies on domains_pkey. */
export async function findDomainFiles(db: Db, domainId: DomainId): Promise<DomainFiles | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(['robots_txt', 'apple_app_site_association', 'asset_links'])
    .where('id', '=', domainId)
    .where('is_serving', '=', true)
    .executeTakeFirst()
  return row && { robots: row.robots_txt, appleAppSiteAssociation: row.apple_app_site_association, assetLinks: row.asset_links }
}

/** Returns the domains that serve these hosts, at most one domain per host. Relies on domains_serving_host_key. */
export async function findServedDomains(db: Db, hosts: readonly string[]): Promise<ServedDomainRow[]> {
  const rows = await queryServedDomains(db).where('host', 'in', hosts).execute()
  return rows.map(toServedDomain)
}

/** Returns the next domains after `afterHost`, in the order of domains_serving_host_key. */
export async function listServedDomains(db: Db, afterHost: string, limit: number): Promise<ServedDomainRow[]> {
  const rows = await queryServedDomains(db).where('host', '>', afterHost).orderBy('host').limit(limit).execute()
  return rows.map(toServedDomain)
}

function queryServedDomains(db: Db) {
  return db.selectFrom('domains').select(columns).where('is_serving', '=', true)
}

const columns = ['id', 'organization_id', 'host', 'root_url', 'store_project_id', 'not_found_url', 'favicon', 'settings_revision'] as const

function toServedDomain(row: Pick<Selectable<Tables['domains']>, (typeof columns)[number]>): ServedDomainRow {
  const { id, organization_id, host, root_url, store_project_id, not_found_url, favicon, settings_revision } = row
  const storeProjectId = root_url === null ? store_project_id : null
  const settings = { rootUrl: root_url, storeProjectId, notFoundUrl: not_found_url, favicon, revision: settings_revision }
  return { domainId: id, organizationId: organization_id, host, settings }
}
