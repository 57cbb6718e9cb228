import { sql } from 'kysely'

/**
 * The host of the own domain whose root shows the store of a `stores` row. Null if no domain does.
 * Relies on domains_store_project_id_idx.
 */
export const rootHostOfStore = sql<string | null>`(
  select host from domains where store_project_id = stores.project_id and root_url is null and is_serving order by id limit 1
)`
