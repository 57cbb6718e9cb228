// SQL expressions for statements on rows that reference a domain or a store. Edges use them too.
import { type RawBuilder, sql } from 'kysely'

/**
 * Host of the domain with this id. Null if the id is null, which stands for the instance's own domain. Relies on
 * domains_pkey.
 */
export function selectDomainHost(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select host from domains where domains.id = ${id})`
}

/** True if the domain with this id serves. Relies on domains_pkey. */
export function isServingDomain(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from domains where domains.id = ${id} and is_serving)`
}

/**
 * Host of the domain that shows the store at its root, for statements on `stores`. Null if no domain shows the store.
 * Relies on domains_store_project_id_idx.
 */
export const rootHostOfStore = sql<string | null>`(
  select host from domains where store_project_id = stores.project_id and root_url is null and is_serving order by id limit 1
)`
