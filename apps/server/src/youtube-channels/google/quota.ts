// The quota of YouTube's API, which counts days in Pacific time. Every statement on `youtube_quota`, which counts all
// calls, and on `youtube_shares`, which counts calls for channels without a connected owner.
import type { OrganizationId, UserId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { addDays } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

/**
 * The cost of reading and of writing one video, in units. https://developers.google.com/youtube/v3/determine_quota_cost
 */
export const readUnits = 1
export const writeUnits = 50
export const videoUnits = readUnits + writeUnits

const zone = 'America/Los_Angeles'
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
const hourFormat = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })

/**
 * How much Google's clock may differ from ours. A response within this time after midnight may still be about the
 * previous day's quota.
 */
const toleranceMs = 10 * 60_000

/** Returns the day in Pacific time, as `yyyy-mm-dd`. */
export function toPacificDay(at: Date): string {
  return dayFormat.format(at)
}

export function findNextPacificMidnight(at: Date): Date {
  const nextDay = addDays(toPacificDay(at), 1)
  const inSummer = new Date(`${nextDay}T07:00:00.000Z`)
  return hourFormat.format(inSummer) === '00' ? inSummer : new Date(`${nextDay}T08:00:00.000Z`)
}

/** Returns whether the day began long enough ago that Google certainly counts the same day. */
export function isSettledDay(at: Date): boolean {
  return toPacificDay(new Date(at.getTime() - toleranceMs)) === toPacificDay(at)
}

/**
 * Returns when to try again after Google responded that the quota is used up: at the next midnight in Pacific time, or
 * after `toleranceMs` if the response may still be about the previous day.
 */
export function computeQuotaRetryTime(at: Date): Date {
  return isSettledDay(at) ? findNextPacificMidnight(at) : new Date(at.getTime() + toleranceMs)
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_quota: { day: string; units_used: number; searches_used: number }
    youtube_shares: { subject: string; day: string; units_used: number; searches_used: number }
  }
}

/** The cost of a call. Searches have a separate quota. */
export type Cost = { units: number } | { searches: number }

/** Google's daily limit of searches for each project. */
const searchesPerDay = 100

export interface QuotaUser {
  organizationId: OrganizationId
  /** The user who requested the call. Null if the user is no longer known. */
  userId: UserId | null
  /** Whether the channel's owner has consented at Google. */
  isConfirmed: boolean
}

/** The operator's quota, and the share of it that one organization may use for channels without a connected owner. */
export interface QuotaLimits {
  unitsPerDay: number
  /** From 0 to 1. */
  unconfirmedShare: number
}

/** Thrown if a call would exceed a limit, to roll back what the same call has already counted. */
class ExceededError extends Error {
  readonly exceeded: 'share' | 'quota'

  constructor(exceeded: 'share' | 'quota') {
    super(`YouTube: ${exceeded}`)
    this.exceeded = exceeded
  }
}

/**
 * Counts a call before it is made. Either all counts increase or none. Returns the limit that the call would exceed, or
 * undefined. `share` means the user's share in all their organizations, or the organization's share; `quota` means the
 * daily quota. All transactions lock the counts in the order user, organization, quota. The quota is locked last,
 * because everyone shares it.
 */
export async function consumeQuota(
  db: Db,
  { day, user, cost }: { day: string; user: QuotaUser; cost: Cost },
  { unitsPerDay, unconfirmedShare }: QuotaLimits,
): Promise<'share' | 'quota' | undefined> {
  const { organizationId, userId, isConfirmed } = user
  const [column, amount, limit] =
    'units' in cost ? (['units_used', cost.units, unitsPerDay] as const) : (['searches_used', cost.searches, searchesPerDay] as const)
  const shared = { column, amount, limit: computeShare(limit, unconfirmedShare) }
  try {
    await db.transaction().execute(async (tx) => {
      for (const subject of isConfirmed ? [] : [userId, organizationId])
        if (subject !== null && !(await increment(tx, 'youtube_shares', { day, subject }, shared))) throw new ExceededError('share')
      if (!(await increment(tx, 'youtube_quota', { day }, { column, amount, limit }))) throw new ExceededError('quota')
    })
    return undefined
  } catch (error) {
    if (error instanceof ExceededError) return error.exceeded
    throw error
  }
}

/** Rounds up, so that every share allows at least one call. */
function computeShare(limit: number, share: number): number {
  return Math.ceil(limit * share)
}

interface Increment {
  column: 'units_used' | 'searches_used'
  amount: number
  limit: number
}

/**
 * Increases a count. If the limit would be exceeded, returns false and counts nothing. Uses one statement, so that two
 * processes can't use the same units.
 */
async function increment(
  tx: Tx,
  tableName: 'youtube_quota' | 'youtube_shares',
  key: { day: string; subject?: string },
  { column, amount, limit }: Increment,
): Promise<boolean> {
  if (amount > limit) return false
  const [table, counted] = [sql.table(tableName), sql.ref(`${tableName}.${column}`)]
  const names = sql.join(Object.keys(key).map((name) => sql.ref(name)))
  const { rows } = await sql`
    insert into ${table} (${names}, ${sql.ref(column)}) values (${sql.join(Object.values(key))}, ${amount})
    on conflict (${names}) do update set ${sql.ref(column)} = ${counted} + ${amount} where ${counted} + ${amount} <= ${limit}
    returning 1 as counted`.execute(tx)
  return rows.length === 1
}

/** Marks a day's quota as used up, after Google reported it. */
export async function exhaustQuota(db: Db, day: string, unitsPerDay: number): Promise<void> {
  await sql`
    insert into youtube_quota (day, units_used) values (${day}, ${unitsPerDay})
    on conflict (day) do update set units_used = greatest(youtube_quota.units_used, excluded.units_used)`.execute(db)
}

export async function selectUnitsUsed(db: Db, day: string): Promise<number> {
  const row = await db.selectFrom('youtube_quota').select('units_used').where('day', '=', day).executeTakeFirst()
  return row?.units_used ?? 0
}

/** Returns the organization's remaining units for channels without a connected owner. */
export async function selectRemainingShare(
  db: Db,
  day: string,
  organizationId: OrganizationId,
  { unitsPerDay, unconfirmedShare }: QuotaLimits,
): Promise<number> {
  const shares = db.selectFrom('youtube_shares').select('units_used').where('subject', '=', organizationId)
  const row = await shares.where('day', '=', day).executeTakeFirst()
  return computeShare(unitsPerDay, unconfirmedShare) - (row?.units_used ?? 0)
}

/** Deletes the counts of earlier days. `db` must use the database account of the jobs process. */
export async function deleteExpiredShares(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('youtube_shares').where('day', '<', toPacificDay(now)).execute()
}
