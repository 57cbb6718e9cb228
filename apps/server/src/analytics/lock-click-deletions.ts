import type { ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

/**
 * Waits until no other transaction deletes clicks of the project, and keeps others waiting until this one ends. A deletion subtracts a link's clicks from the
 * project's rollup: two at once would subtract them twice, and the unsigned sums would wrap around.
 */
export async function lockClickDeletions(tx: Tx, projectId: ProjectId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`delete-clicks:${projectId}`}, 0))`.execute(tx)
}
