// Every statement on `youtube_quota`.
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_quota: { day: string; units_used: number; searches_used: number }
  }
}

/** The cost of a call. Searches have a quota of their own. */
export type Cost = { units: number } | { searches: number }

/** Searches of a day that Google allows every project. */
const searchesPerDay = 100

/**
 * Counts a call before it is made; false, and nothing counted, when the day has no room for it. One statement, so that
 * no two processes spend the same units.
 */
export async function spendQuota(db: Db, day: string, cost: Cost, unitsPerDay: number): Promise<boolean> {
  const [column, amount, limit] =
    'units' in cost ? (['units_used', cost.units, unitsPerDay] as const) : (['searches_used', cost.searches, searchesPerDay] as const)
  if (amount > limit) return false
  const { rows } = await sql`
    insert into youtube_quota (day, ${sql.ref(column)}) values (${day}, ${amount})
    on conflict (day) do update set ${sql.ref(column)} = youtube_quota.${sql.ref(column)} + ${amount}
      where youtube_quota.${sql.ref(column)} + ${amount} <= ${limit}
    returning day`.execute(db)
  return rows.length === 1
}

/** Marks the quota of a day as used up, after Google said so. */
export async function exhaustQuota(db: Db, day: string, unitsPerDay: number): Promise<void> {
  await sql`
    insert into youtube_quota (day, units_used) values (${day}, ${unitsPerDay})
    on conflict (day) do update set units_used = greatest(youtube_quota.units_used, excluded.units_used)`.execute(db)
}

export async function selectUnitsUsed(db: Db, day: string): Promise<number> {
  const row = await db.selectFrom('youtube_quota').select('units_used').where('day', '=', day).executeTakeFirst()
  return row?.units_used ?? 0
}
