// The quota of YouTube's API, which counts days in Pacific time, and every statement on `youtube_quota`, which counts
// all calls, and on `youtube_shares`, which counts those for channels that no owner has connected.
import type { OrganizationId, UserId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { addDays } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/postgres/postgres.ts'

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
export function toPacificDay(at: Date): string {
  return dayFormat.format(at)
}

export function findNextPacificMidnight(at: Date): Date {
  const nextDay = addDays(toPacificDay(at), 1)
  const inSummer = new Date(`${nextDay}T07:00:00.000Z`)
  return hourFormat.format(inSummer) === '00' ? inSummer : new Date(`${nextDay}T08:00:00.000Z`)
}

/** Returns whether the day began so long ago that Google counts the same one. */
export function isSettledDay(at: Date): boolean {
  return toPacificDay(new Date(at.getTime() - toleranceMs)) === toPacificDay(at)
}

/** When to ask again after an answer that the quota is used up. */
export function computeQuotaRetryTime(at: Date): Date {
  return isSettledDay(at) ? findNextPacificMidnight(at) : new Date(at.getTime() + toleranceMs)
}

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_quota: { day: string; units_used: number; searches_used: number }
    youtube_shares: { subject: string; day: string; units_used: number; searches_used: number }
  }
}

/** The cost of a call. Searches have a quota of their own. */
export type Cost = { units: number } | { searches: number }

/** Searches of a day that Google allows every project. */
const searchesPerDay = 100

/** The user and the organization whose quota a call uses. */
export interface QuotaUser {
  organizationId: OrganizationId
  /** Who asked for it; null where that is not known any more. */
  userId: UserId | null
  /** Whether the owner of the channel has consented at Google. */
  isConfirmed: boolean
}

/** The quota of the operator, and how much of it one organization may use for channels that no owner has connected. */
export interface QuotaLimits {
  unitsPerDay: number
  /** 0 to 1. */
  unconfirmedShare: number
}

/** Rolls back what the call was counted to before. */
class ExceededError extends Error {
  readonly exceeded: 'share' | 'quota'

  constructor(exceeded: 'share' | 'quota') {
    super(`YouTube: ${exceeded}`)
    this.exceeded = exceeded
  }
}

/**
 * Counts a call before it is made, to all or to none. Returns what it would exceed: the share of the user in all their
 * organizations, or that of the organization, or the quota of the day. All transactions lock in this order, and the
 * quota, which is that of everyone, last.
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

/** Rounded up, so that any share of a quota allows one call. */
function computeShare(limit: number, share: number): number {
  return Math.ceil(limit * share)
}

interface Increment {
  column: 'units_used' | 'searches_used'
  amount: number
  limit: number
}

/** False, and counts nothing, beyond the limit. One statement, so that no two processes spend the same units. */
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

/** Returns how many units an organization has left for channels that no owner has connected. */
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

/** `db` is signed in to as the account of jobs. */
export async function deleteExpiredShares(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('youtube_shares').where('day', '<', toPacificDay(now)).execute()
}
