// The quota of YouTube's API, which counts days in Pacific time, and every statement on `youtube_quota`.

import { sql } from 'kysely'
import { addDays } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

/**
 * The cost of reading and writing one video, in units. https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const readUnits = 1
export const writeUnits = 50
export const videoUnits = readUnits + writeUnits

const zone = 'America/Los_Angeles'
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
const hourFormat = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })

/** Google's clock and ours may differ: an answer this soon after midnight may be about the quota of the day before. */
const toleranceMs = 10 * 60_000

/** `yyyy-mm-dd`. */
export function pacificDay(at: Date): string {
  return dayFormat.format(at)
}

export function nextPacificMidnight(at: Date): Date {
  const nextDay = addDays(pacificDay(at), 1)
  const inSummer = new Date(`${nextDay}T07:00:00.000Z`)
  return hourFormat.format(inSummer) === '00' ? inSummer : new Date(`${nextDay}T08:00:00.000Z`)
}

/** Returns whether the day began so long ago that Google counts the same one. */
export function isSettledDay(at: Date): boolean {
  return pacificDay(new Date(at.getTime() - toleranceMs)) === pacificDay(at)
}

/** When to ask again after an answer that the quota is used up. */
export function quotaRetryAt(at: Date): Date {
  return isSettledDay(at) ? nextPacificMidnight(at) : new Date(at.getTime() + toleranceMs)
}

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
 * Counts a call before it is made; returns false and counts nothing when the quota of the day would be exceeded. One
 * statement, so that no two processes spend the same units.
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
