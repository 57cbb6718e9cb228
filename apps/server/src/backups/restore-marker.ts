// Marks a database while a back-up is restored into it, so that nothing starts on a half restored database. The marker
// is a table of its own, because it has to exist before the first migration.
import type pg from 'pg'
import { withConnection } from '../platform/postgres/with-connection.ts'
import { StartError } from '../platform/process/start-error.ts'

/** SQL that records that all rows were loaded. It belongs to the transaction that loads the rows. */
export const markLoaded = 'update linkshelf_restore set is_loaded = true'

/** SQL that removes the marker. It belongs to the last transaction of the restore. */
export const removeMarker = 'drop table linkshelf_restore'

/**
 * Marks the database. Returns whether an interrupted restore of the same back-up has loaded all rows. Throws a
 * StartError if the database has tables, unless such a restore left them. `assertOthersEmpty` runs before the database
 * is marked for the first time.
 */
export function markRestore(databaseUrl: string, takenAt: string, assertOthersEmpty: () => Promise<void>): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const marker = await selectMarker(client)
    if (marker?.taken_at === takenAt) return marker.is_loaded
    if (marker !== undefined)
      throw new StartError(
        `The restore of another back-up (${marker.taken_at}) into this database did not end: empty the data folder or database first.`,
      )
    const { rows } = await client.query("select from pg_tables where schemaname = 'public' limit 1")
    if (rows.length > 0)
      throw new StartError(
        'The database has tables: restore into an empty data folder, or into an empty database of DATABASE_URL. Nothing was changed.',
      )
    await assertOthersEmpty()
    await client.query('create table linkshelf_restore as select $1::text as taken_at, false as is_loaded', [takenAt])
    return false
  })
}

/** Throws a StartError if a restore into the database did not end. */
export async function assertRestoreEnded(databaseUrl: string): Promise<void> {
  const marker = await withConnection(databaseUrl, selectMarker)
  if (marker !== undefined)
    throw new StartError(`The restore of the back-up of ${marker.taken_at} did not end: run \`linkshelf restore\` with this back-up again.`)
}

interface Marker {
  taken_at: string
  is_loaded: boolean
}

async function selectMarker(client: pg.Client): Promise<Marker | undefined> {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.linkshelf_restore') is not null as exists")
  if (!rows[0]?.exists) return undefined
  return (await client.query<Marker>('select taken_at, is_loaded from linkshelf_restore')).rows[0]
}
