// Marks a database while a back-up is restored into it, so that nothing starts on a half restored database. The marker
// is a table of its own, because it has to exist before the first migration.
import type pg from 'pg'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { StartError } from '../platform/process/start-error.ts'

/** SQL that removes the marker. It belongs to the transaction that loads the rows. */
export const removeMarker = 'drop table linkshelf_restore'

/**
 * Marks the database. Throws a StartError if the database has tables, unless an interrupted restore of the same back-up
 * left them. `assertOthersEmpty` runs before the database is marked for the first time.
 */
export async function markRestore(databaseUrl: string, takenAt: string, assertOthersEmpty: () => Promise<void>): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    const marked = await selectMarker(client)
    if (marked === takenAt) return
    if (marked !== undefined)
      throw new StartError(
        `The restore of another back-up (${marked}) into this database did not end: empty the data folder or database first.`,
      )
    const { rows } = await client.query("select from pg_tables where schemaname = 'public' limit 1")
    if (rows.length > 0)
      throw new StartError(
        'The database has tables: restore into an empty data folder, or into an empty database of DATABASE_URL. Nothing was changed.',
      )
    await assertOthersEmpty()
    await client.query('create table linkshelf_restore as select $1::text as taken_at', [takenAt])
  })
}

/** Throws a StartError if a restore into the database did not end. */
export async function assertRestoreEnded(databaseUrl: string): Promise<void> {
  const marked = await withConnection(databaseUrl, selectMarker)
  if (marked !== undefined)
    throw new StartError(`The restore of the back-up of ${marked} did not end: run \`linkshelf restore\` with this back-up again.`)
}

async function selectMarker(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.linkshelf_restore') is not null as exists")
  if (!rows[0]?.exists) return undefined
  return (await client.query<{ taken_at: string }>('select taken_at from linkshelf_restore')).rows[0]?.taken_at
}
