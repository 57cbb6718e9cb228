// Every statement that reads or writes `throttles`.
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/postgres.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    throttles: { key: Buffer; window_ms: number; window_started_at: Date; tries: number; tries_before: number }
  }
}

export interface AttemptCount {
  key: Buffer
  /** In the current window. */
  tries: number
  /** In the window before it. */
  tries_before: number
}

export interface AttemptWindow {
  key: Buffer
  windowMs: number
  windowStartedAt: Date
}

/**
 * Counts one attempt for each key and returns the counts of the current and the previous window, in one statement: of any number of concurrent
 * attempts, each sees a different count. Keys are locked in order, so two statements can't deadlock.
 */
export function incrementAttempts(db: Db, windows: AttemptWindow[]): Promise<AttemptCount[]> {
  const rows = windows.toSorted((a, b) => Buffer.compare(a.key, b.key))
  return db
    .insertInto('throttles')
    .values(
      rows.map((row) => ({ key: row.key, window_ms: row.windowMs, window_started_at: row.windowStartedAt, tries: 1, tries_before: 0 })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
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

export async function decrementAttempts(db: Db, keys: Buffer[]): Promise<void> {
  await db.updateTable('throttles').set({ tries: sql`greatest(tries - 1, 0)` }).where('key', 'in', keys).execute()
}

export async function deleteAttempts(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

/** Deletes counts that no sliding window reaches any more. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`window_started_at + 2 * window_ms * interval '1 millisecond' < ${now}`).execute()
}
