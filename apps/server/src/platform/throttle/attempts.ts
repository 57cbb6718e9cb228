import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db, Tx } from '../postgres/postgres.ts'
import type { AttemptCount, AttemptStore, AttemptWindow } from './throttle.ts'

/**
 * Creates a store that holds the counts in the memory of this process. If there are more than `max` keys, the counts of
 * the least recently used keys are forgotten.
 */
export function createMemoryAttempts(max: number): AttemptStore {
  const counts = new LRUCache<string, AttemptCount>({ max })
  const toBase64 = (key: Buffer) => key.toString('base64')
  return {
    find: async (keys) => keys.flatMap((key) => counts.get(toBase64(key)) ?? []),
    async increment(windows, added) {
      return windows.map(({ key, windowMs, windowStartedAt }) => {
        const before = counts.get(toBase64(key))
        const age = before === undefined ? Number.POSITIVE_INFINITY : windowStartedAt.getTime() - before.window_started_at.getTime()
        const tries = age === 0 ? (before?.tries ?? 0) + added : added
        const triesBefore = age === 0 ? (before?.tries_before ?? 0) : age === windowMs ? (before?.tries ?? 0) : 0
        const count = { key, window_started_at: windowStartedAt, tries, tries_before: triesBefore }
        counts.set(toBase64(key), count)
        return count
      })
    },
    async decrement(keys, removed) {
      for (const key of keys) {
        const count = counts.get(toBase64(key))
        if (count !== undefined) counts.set(toBase64(key), { ...count, tries: Math.max(0, count.tries - removed) })
      }
    },
    async delete(keys) {
      for (const key of keys) counts.delete(toBase64(key))
    },
  }
}

// Every statement that reads or writes `throttles`.

declare module '../postgres/postgres.ts' {
  interface Tables {
    throttles: { key: Buffer; window_ms: number; window_started_at: Date; tries: number; tries_before: number }
  }
}

const countColumns = ['key', 'window_started_at', 'tries', 'tries_before'] as const

/** Creates a store whose counts all processes share. */
export function createPostgresAttempts(db: Db | Tx): AttemptStore {
  return {
    find: (keys) => selectAttempts(db, keys),
    increment: (windows, count) => incrementAttempts(db, windows, count),
    decrement: (keys, count) => decrementAttempts(db, keys, count),
    delete: (keys) => deleteAttempts(db, keys),
  }
}

function selectAttempts(db: Db | Tx, keys: Buffer[]): Promise<AttemptCount[]> {
  return db.selectFrom('throttles').select(countColumns).where('key', 'in', keys).execute()
}

/**
 * Increments all counts in one statement, so each of several concurrent attempts sees a different count. The keys are
 * locked in order, so two statements can't deadlock.
 */
function incrementAttempts(db: Db | Tx, windows: AttemptWindow[], count: number): Promise<AttemptCount[]> {
  const rows = windows.toSorted((a, b) => Buffer.compare(a.key, b.key))
  return db
    .insertInto('throttles')
    .values(
      rows.map((row) => ({ key: row.key, window_ms: row.windowMs, window_started_at: row.windowStartedAt, tries: count, tries_before: 0 })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        window_started_at: sql`excluded.window_started_at`,
        tries: sql`case when throttles.window_started_at = excluded.window_started_at then throttles.tries + excluded.tries else excluded.tries end`,
        tries_before: sql`case
          when throttles.window_started_at = excluded.window_started_at then throttles.tries_before
          when throttles.window_started_at = excluded.window_started_at - excluded.window_ms * interval '1 millisecond' then throttles.tries
          else 0 end`,
      }),
    )
    .returning(countColumns)
    .execute()
}

/** Decrements the counts. Locks the keys in the same order as `incrementAttempts`, so that the two can't deadlock. */
async function decrementAttempts(db: Db | Tx, keys: Buffer[], count: number): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ tries: sql`greatest(tries - ${count}, 0)` })
    .where('key', 'in', (query) => query.selectFrom('throttles').select('key').where('key', 'in', keys).orderBy('key').forUpdate())
    .execute()
}

async function deleteAttempts(db: Db | Tx, keys: Buffer[]): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('key', 'in', (query) => query.selectFrom('throttles').select('key').where('key', 'in', keys).orderBy('key').forUpdate())
    .execute()
}

/** Deletes counts that no sliding window includes any more. */
export async function deleteExpiredAttempts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where(sql<boolean>`window_started_at + 2 * window_ms * interval '1 millisecond' < ${now}`).execute()
}
