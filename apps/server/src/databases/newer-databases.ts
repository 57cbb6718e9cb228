// Compares the applied migrations with the files of this release. An older release does not work with databases that a
// newer release has migrated: columns that the older release reads may be gone, and rows that it writes may be wrong.
// If the statements of a file have changed since it was applied, nobody knows which tables the database has.
import { fileURLToPath } from 'node:url'
import { findAppliedMigrations as findAppliedInClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import { type AppliedMigration, findEditedMigrations, findNewerMigrations, release } from '../platform/migration-files.ts'
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
export async function rejectNewerDatabases(databases: MigratedDatabases): Promise<void> {
  const newer = await findInBoth(databases, findNewerMigrations)
  if (newer.length > 0)
    throw new StartError(
      `Linkshelf ${release} lacks ${newer.join(' and ')}, which a newer release applied: install the newer release again, or restore the back-ups from before it; nothing was changed.`,
    )
}

/**
 * Throws a StartError when the statements of a migration differ from the statements that were applied to either
 * database. Writes nothing. Rejects with the database's error when a list can't be read.
 */
export async function rejectEditedMigrations(databases: MigratedDatabases): Promise<void> {
  const edited = await findInBoth(databases, findEditedMigrations)
  if (edited.length > 0)
    throw new StartError(
      `The statements of ${edited.join(' and ')} were changed after they were applied: restore the unchanged files of Linkshelf ${release}, for example by installing it again; nothing was changed.`,
    )
}

/**
 * Throws a StartError if a newer release migrated a database, or if the statements of an applied migration have
 * changed. Ignores that a database can't be reached or was not migrated yet, because the process may start in these
 * cases.
 */
export async function assertMigrationsIfReadable(databases: MigratedDatabases): Promise<void> {
  for (const reject of [rejectNewerDatabases, rejectEditedMigrations])
    await reject(databases).catch((error: unknown) => {
      if (error instanceof StartError) throw error
    })
}

type FindMigrations = (applied: readonly AppliedMigration[], folder: string) => Promise<string[]>

/** Returns for each database the first migration that `find` returns and the number of the others, as text. */
async function findInBoth({ databaseUrl, clickhouseUrl }: MigratedDatabases, find: FindMigrations): Promise<string[]> {
  const describe = async (database: string, applied: Promise<AppliedMigration[]>, folder: string) => {
    const [first, ...others] = await find(await applied, folder)
    return first === undefined ? [] : [`${first}${others.length > 0 ? ` and ${others.length} more` : ''} of ${database}`]
  }
  // Both lists are read before an error is thrown. An error while one list is read must not hide a migration of the
  // other database.
  const lists = await Promise.allSettled([
    describe('PostgreSQL', findAppliedInPostgres(databaseUrl), postgresFolder),
    describe('ClickHouse', findAppliedInClickHouse(clickhouseUrl), clickhouseFolder),
  ])
  const found = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
  const failed = lists.find((list) => list.status === 'rejected')
  if (found.length === 0 && failed) throw failed.reason
  return found
}
