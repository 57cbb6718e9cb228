// An older release does not work with databases that a newer release has migrated: columns that the older release reads
// may be gone, and rows that it writes may be wrong.
import { fileURLToPath } from 'node:url'
import { findAppliedMigrations as findAppliedInClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import { findNewerMigrations, release } from '../platform/migration-files.ts'
import { findAppliedMigrations as findAppliedInPostgres } from '../platform/postgres/postgres-migrations.ts'
import { StartError } from '../platform/process/start-error.ts'

export const postgresFolder: string = fileURLToPath(new URL('../../migrations', import.meta.url))
export const clickhouseFolder: string = fileURLToPath(new URL('../../clickhouse', import.meta.url))

/** The URLs of both databases, with accounts that may read the lists of migrations. */
export interface MigratedDatabases {
  databaseUrl: string
  clickhouseUrl: string
}

/**
 * Throws a StartError when either database has a migration that this release lacks and that is not marked as harmless
 * to it. Writes nothing. Rejects with the database's error when a list can't be read.
 */
export async function rejectNewerDatabases({ databaseUrl, clickhouseUrl }: MigratedDatabases): Promise<void> {
  // Both lists are read before an error is thrown. An error while one list is read must not hide that the other
  // database is newer.
  const lists = await Promise.allSettled([
    findNewer('PostgreSQL', findAppliedInPostgres(databaseUrl), postgresFolder),
    findNewer('ClickHouse', findAppliedInClickHouse(clickhouseUrl), clickhouseFolder),
  ])
  const newer = lists.flatMap((list) => (list.status === 'fulfilled' && list.value !== undefined ? [list.value] : []))
  if (newer.length > 0)
    throw new StartError(
      `Linkshelf ${release} lacks ${newer.join(' and ')}, which a newer release applied: install the newer release again, or restore the back-ups from before it; nothing was changed.`,
    )
  const failed = lists.find((list) => list.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Throws a StartError if a newer release migrated a database, like `rejectNewerDatabases`. Ignores that a database
 * can't be reached or was not migrated yet, because the process may start in these cases.
 */
export async function rejectNewerDatabasesIfReadable(databases: MigratedDatabases): Promise<void> {
  await rejectNewerDatabases(databases).catch((error: unknown) => {
    if (error instanceof StartError) throw error
  })
}

async function findNewer(database: string, applied: ReturnType<typeof findAppliedInPostgres>, folder: string): Promise<string | undefined> {
  const [first, ...others] = await findNewerMigrations(await applied, folder)
  if (first === undefined) return undefined
  return `${first}${others.length > 0 ? ` and ${others.length} more` : ''} of ${database}`
}
