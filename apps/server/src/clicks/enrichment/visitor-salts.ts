import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    visitor_salts: { day: string; salt: Buffer }
  }
}

/** The salt of a UTC day, `yyyy-mm-dd`: made by whoever asks first, the same for all who ask. */
export async function findSalt(db: Db, day: string): Promise<Buffer> {
  await db
    .insertInto('visitor_salts')
    .values({ day, salt: randomBytes(32) })
    .onConflict((held) => held.column('day').doNothing())
    .execute()
  return (await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt
}

const saltLifeMs = 47 * 3_600_000

/** Deletes what tells visitors of past days apart. Called at least hourly, it leaves no salt older than 48 hours, counted from the beginning of its day. */
export async function deleteOldSalts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const expired = new Date(clock.now().getTime() - saltLifeMs).toISOString().slice(0, 10)
  await db.deleteFrom('visitor_salts').where('day', '<=', expired).execute()
}
