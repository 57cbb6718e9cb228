// Every statement on `domains` of edges, which read the organization whose domain serves a host. `db` works as the
// visitors' role, whose row-level security hides every other domain, and may be a replica.
import type { DomainId, OrganizationId, ProjectId } from '@linkshelf/contract'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../platform/postgres/postgres.ts'

export interface ServedDomainRow {
  domainId: DomainId
  organizationId: OrganizationId
  /** In lower case, as A-labels. */
  host: string
  settings: ServedSettings
}

export interface ServedSettings {
  /** Where `/` redirects; null for a page. */
  rootUrl: string | null
  /** The project whose store is at the root; null without one, and where `/` redirects. */
  storeProjectId: ProjectId | null
  /** Where addresses without a link redirect; null for a page. */
  notFoundUrl: string | null
  /** The address of its icon; null for that of Linkshelf. */
  favicon: string | null
  /** Differs after each change of a setting, also of those that are in files. */
  revision: number
}

/** The settings of a domain whose owner changed none. */
export const defaultServedSettings: ServedSettings = { rootUrl: null, storeProjectId: null, notFoundUrl: null, favicon: null, revision: 0 }

/** The files of a domain, each null without one. */
export interface DomainFiles {
  robots: string | null
  appleAppSiteAssociation: string | null
  assetLinks: string | null
}

/** Undefined when the domain serves nothing. Relies on domains_pkey. */
export async function findDomainFiles(db: Db, domainId: DomainId): Promise<DomainFiles | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(['robots_txt', 'apple_app_site_association', 'asset_links'])
    .where('id', '=', domainId)
    .where('is_serving', '=', true)
    .executeTakeFirst()
  return row && { robots: row.robots_txt, appleAppSiteAssociation: row.apple_app_site_association, assetLinks: row.asset_links }
}

/** The domains that serve these hosts; at most one for each. Relies on domains_serving_host_key. */
export async function findServedDomains(db: Db, hosts: readonly string[]): Promise<ServedDomainRow[]> {
  const rows = await servedDomains(db).where('host', 'in', hosts).execute()
  return rows.map(toServedDomain)
}

/** The domains with the next hosts after this one, in the order of domains_serving_host_key. */
export async function listServedDomains(db: Db, afterHost: string, limit: number): Promise<ServedDomainRow[]> {
  const rows = await servedDomains(db).where('host', '>', afterHost).orderBy('host').limit(limit).execute()
  return rows.map(toServedDomain)
}

function servedDomains(db: Db) {
  return db.selectFrom('domains').select(columns).where('is_serving', '=', true)
}

const columns = ['id', 'organization_id', 'host', 'root_url', 'store_project_id', 'not_found_url', 'favicon', 'settings_revision'] as const

function toServedDomain(row: Pick<Selectable<Tables['domains']>, (typeof columns)[number]>): ServedDomainRow {
  const { id, organization_id, host, root_url, store_project_id, not_found_url, favicon, settings_revision } = row
  const storeProjectId = root_url === null ? store_project_id : null
  const settings = { rootUrl: root_url, storeProjectId, notFoundUrl: not_found_url, favicon, revision: settings_revision }
  return { domainId: id, organizationId: organization_id, host, settings }
}
