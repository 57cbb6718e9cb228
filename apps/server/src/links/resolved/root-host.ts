import { sql } from 'kysely'

/**
 * The host of the own domain at whose root the store of a row of `stores` is, the first of several; null without one.
 * Relies on domains_store_project_id_idx.
 */
export const rootHostOfStore = sql<string | null>`(
  select host from domains where store_project_id = stores.project_id and root_url is null and is_serving order by id limit 1
)`
