// Every statement that touches `throttles` is here.
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/postgres.ts'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    throttles: { key: Buffer; window_ms: number; window_started_at: Date; tries: number; tries_before: number }
  }
}

export interface TryCount {
  key: Buffer
  tries: number
  tries_before: number
}

export interface TryWindow {
  key: Buffer
  windowMs: number
  windowStartedAt: Date
}

/**
 * Counts one try for each key and gives back the counts of this window and the one before it, in one statement: of any number of tries
 * at once, each sees a number of its own. Keys are taken in order, so that two statements never wait for each other.
 */
export function countTries(db: Db, windows: TryWindow[]): Promise<TryCount[]> {
  const rows = windows.toSorted((a, b) => Buffer.compare(a.key, b.key))
  return db
    .insertInto('throttles')
    .values(
      rows.map((row) => ({ key: row.key, window_ms: row.windowMs, window_started_at: row.windowStartedAt, tries: 1, tries_before: 0 })),
    )
    .onConflict((held) =>
      held.column('key').doUpdateSet({
        window_started_at: sql`excluded.window_started_at`,
        tries: sql`case when throttles.window_started_at = excluded.window_started_at then throttles.tries + 1 else 1 end`,
        tries_before: sql`case
          when throttles.window_started_at = excluded.window_started_at then throttles.tries_before
          when throttles.window_started_at = excluded.window_started_at - excluded.window_ms * interval '1 millisecond' then throttles.tries
          else 0 end`,
      }),
    )
    .returning(['key', 'tries', 'tries_before'])
    .execute()
}

export async function giveBackTry(db: Db, keys: Buffer[]): Promise<void> {
  await db.updateTable('throttles').set({ tries: sql`greatest(tries - 1, 0)` }).where('key', 'in', keys).execute()
}

export async function deleteTries(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** Tries that no window reaches any more. */
export async function deleteOldTries(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`window_started_at + 2 * window_ms * interval '1 millisecond' < ${now}`).execute()
}
