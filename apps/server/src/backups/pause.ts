// A restored instance is paused until `linkshelf resume`: it may be a rehearsal, whose original still runs.
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../platform/postgres/postgres.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'

/**
 * How many months single clicks are stored until `linkshelf resume`. A restored instance deletes nothing, so this must
 * exceed the age of every click. More months would exceed the range of ClickHouse's DateTime.
 */
export const pausedRetentionMonths = 600

const selectPaused = 'select exists (select from restored_backups where resumed_at is null) as "isPaused"'

/** Returns whether the instance was restored from a back-up and has not been resumed. */
export async function isPaused(db: Db): Promise<boolean> {
  const { rows } = await sql.raw<{ isPaused: boolean }>(selectPaused).execute(db)
  return rows[0]?.isPaused === true
}

/** Works as `isPaused`. The database may have the schema of a release without back-ups. */
export async function isDatabasePaused(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('restored_backups') is not null as exists")
  return rows[0]?.exists === true && (await client.query<{ isPaused: boolean }>(selectPaused)).rows[0]?.isPaused === true
}

/**
 * Ends the pause. Returns false if the instance was not paused. `databaseUrl` signs in as the owner of the database.
 */
export function resume(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const { rowCount } = await client.query('update restored_backups set resumed_at = now() where resumed_at is null')
    return (rowCount ?? 0) > 0
  })
}

const pollMs = 5_000

/** Calls `onResume` once, soon after the pause has ended. While the database is down, the pause continues. */
export function watchResume(db: Db, onResume: () => void): { close(): void } {
  let isClosed = false
  let timer = setTimeout(check, pollMs)

  // The next check begins after this check has ended, so `onResume` is never called twice.
  async function check(): Promise<void> {
    const isStillPaused = await isPaused(db).catch(() => true)
    if (isClosed) return
    if (isStillPaused) timer = setTimeout(check, pollMs)
    else onResume()
  }

  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
