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
  window_started_at: Date
  /** In the window that began then. */
  tries: number
  /** In the window before it. */
  tries_before: number
}

export interface AttemptWindow {
  key: Buffer
  windowMs: number
  windowStartedAt: Date
}

const countColumns = ['key', 'window_started_at', 'tries', 'tries_before'] as const

/** A key without attempts has no row; the row of another may be of an earlier window. */
export function selectAttempts(db: Db, keys: Buffer[]): Promise<AttemptCount[]> {
  return db.selectFrom('throttles').select(countColumns).where('key', 'in', keys).execute()
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
    .returning(countColumns)
    .execute()
}

/** Locks the keys in the order `incrementAttempts` does. */
export async function decrementAttempts(db: Db, keys: Buffer[]): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('key', 'in', (query) => query.selectFrom('throttles').select('key').where('key', 'in', keys).orderBy('key').forUpdate())
    .execute()
}

export async function deleteAttempts(db: Db, keys: Buffer[]): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('key', 'in', (query) => query.selectFrom('throttles').select('key').where('key', 'in', keys).orderBy('key').forUpdate())
    .execute()
}

/** Deletes counts that no sliding window reaches any more. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`window_started_at + 2 * window_ms * interval '1 millisecond' < ${now}`).execute()
}
