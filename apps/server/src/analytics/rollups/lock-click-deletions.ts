import type { ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/postgres.ts'

/**
 * Waits until no other transaction deletes clicks of the project, and keeps others waiting until this one ends. A
 * deletion corrects the project's rollup by what is left: two at once would correct it twice, and the unsigned
 * sums would wrap around.
 */
export async function lockClickDeletions(tx: Tx, projectId: ProjectId): Promise<void> {
  // The transaction is idle while ClickHouse works.
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`delete-clicks:${projectId}`}, 0))`.execute(tx)
}
