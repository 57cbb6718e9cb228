// Every statement on `domains` of edges, which read the organization whose domain serves a host. `db` works as the
// visitors' role, whose row-level security hides every other domain, and may be a replica.
import type { DomainId, OrganizationId } from '@linkshelf/contract'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../platform/postgres/postgres.ts'

export interface ServedDomainRow {
  domainId: DomainId
  organizationId: OrganizationId
  /** In lower case, as A-labels. */
  host: string
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
  return db.selectFrom('domains').select(['id', 'organization_id', 'host']).where('is_serving', '=', true)
}

function toServedDomain({
  id,
  organization_id,
  host,
}: Pick<Selectable<Tables['domains']>, 'id' | 'organization_id' | 'host'>): ServedDomainRow {
  return { domainId: id, organizationId: organization_id, host }
}
