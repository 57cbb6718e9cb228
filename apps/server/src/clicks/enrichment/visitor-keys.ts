// A visitor key identifies a visitor within one UTC day. It is a hash with a salt of that day; once the salt is
// deleted, no address can be derived from it.
import { createHmac, type KeyObject, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    visitor_salts: { day: string; salt: Buffer }
  }
}

/**
 * 64 bits, in decimal: one visitor of one project on one day. `network` is an IPv4 address or the first
 * 64 bits of an IPv6 one.
 */
export function visitorKey(salt: KeyObject, projectId: string, network: string, userAgent: string): string {
  return createHmac('sha256', salt).update(`${projectId}\n${network}\n${userAgent}`).digest().readBigUInt64LE().toString()
}

/**
 * Returns the salt of a UTC day, `yyyy-mm-dd`; the first call for a day creates it, and every process gets the same.
 */
export async function getOrCreateSalt(db: Db, day: string): Promise<Buffer> {
  await db
    .insertInto('visitor_salts')
    .values({ day, salt: randomBytes(32) })
    .onConflict((existing) => existing.column('day').doNothing())
    .execute()
  return (await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt
}

const maxSaltAgeMs = 47 * 3_600_000

/** Called at least hourly, it leaves no salt older than 48 hours, counted from the beginning of its day. */
export async function deleteOldSalts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const expiredDay = new Date(clock.now().getTime() - maxSaltAgeMs).toISOString().slice(0, 10)
  await db.deleteFrom('visitor_salts').where('day', '<=', expiredDay).execute()
}
