import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    link_changes: { slug: string; changed_at: Date }
  }
}

export interface LinkChanges {
  /** Of links that got another destination or were deleted, each once. */
  slugs: string[]
  /** From here on the next question goes on: no change is between the two, some may be in both. Transactions are counted in 64 bits, of which 53 last us. */
  mark: number
}

/** What changed since `mark`, at most so many; nothing at all without a mark. `db` works as the visitors' role, and may be a replica. */
export async function findLinkChanges(db: Db, since: number | undefined, most: number): Promise<LinkChanges> {
  const { rows } = await sql<{ slugs: string[]; mark: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as mark,
      array(select distinct slug from link_changes where changed_in >= ${since ?? null}::xid8 limit ${most}) as slugs`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('A question without a table has one row')
  return { slugs: found.slugs, mark: Number(found.mark) }
}

/** For so long an edge may ask nothing and still learn everything that changed meanwhile. */
const changesKeptMs = 24 * 3_600_000

export async function deleteOldLinkChanges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('link_changes')
    .where('changed_at', '<', new Date(clock.now().getTime() - changesKeptMs))
    .execute()
}
