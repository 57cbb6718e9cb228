import { sql } from 'kysely'
import type { CoreDeps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import type { Db } from '../platform/postgres/postgres.ts'

export function storageJobs({ db }: CoreDeps): Job[] {
  return [{ name: 'fold-stored-bytes', kind: 'upkeep', cron: '*/10 * * * *', run: () => foldStoredBytes(db) }]
}

/**
 * Replaces the `stored_bytes` rows of each organization and kind with one row of their sum, or deletes them if the sum
 * is 0. This is one statement, so every reader sees the same sum before and after. `db` must use the database account
 * of the jobs process.
 */
export async function foldStoredBytes(db: Db): Promise<void> {
  await sql`
    with several as (select organization_id, kind from stored_bytes group by 1, 2 having count(*) > 1),
    folded as (delete from stored_bytes using several
      where stored_bytes.organization_id = several.organization_id and stored_bytes.kind = several.kind
      returning stored_bytes.organization_id, stored_bytes.kind, bytes)
    insert into stored_bytes (organization_id, kind, bytes)
    select organization_id, kind, sum(bytes) from folded group by 1, 2 having sum(bytes) <> 0`.execute(db)
}
