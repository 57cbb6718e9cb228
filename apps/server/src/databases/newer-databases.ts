// Compares the applied migrations with the files of this release. An older release does not work with databases that a
// newer release has migrated: columns that the older release reads may be gone, and rows that it writes may be wrong.
// If the statements of a file have changed since it was applied, nobody knows which tables the database has.
import { fileURLToPath } from 'node:url'
import { findUsableBackup } from '../backups/migrate.ts'
import { findAppliedMigrations as findAppliedInClickHouse } from '../platform/clickhouse/clickhouse-migrations.ts'
import { type AppliedMigration, findEditedMigrations, findNewerMigrations, listMigrations, release } from '../platform/migration-files.ts'
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
 * to it. The error names a back-up in `backupTarget` that the release can use. Writes nothing. Rejects with the
 * database's error when a list can't be read.
 */
export async function rejectNewerDatabases(databases: MigratedDatabases, backupTarget?: string): Promise<void> {
  const newer = await findInBoth(databases, findNewerMigrations)
  if (newer.length > 0) {
    const backup = await findBackupBefore(databases.databaseUrl, backupTarget)
    throw new StartError(
      `Linkshelf ${release} lacks ${newer.join(' and ')}, which a newer release applied: install the newer release again, or restore ${backup ?? 'the back-ups from before it'}; nothing was changed.`,
    )
  }
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
export async function assertMigrationsIfReadable(databases: MigratedDatabases, backupTarget?: string): Promise<void> {
  for (const reject of [() => rejectNewerDatabases(databases, backupTarget), () => rejectEditedMigrations(databases)])
    await reject().catch((error: unknown) => {
      if (error instanceof StartError) throw error
    })
}

/** Returns undefined if there is no back-up that this release can use, or if the target can't be read. */
async function findBackupBefore(databaseUrl: string, backupTarget: string | undefined): Promise<string | undefined> {
  if (backupTarget === undefined) return undefined
  const names = new Set([...(await listMigrations(postgresFolder)), ...(await listMigrations(clickhouseFolder))])
  const location = await findUsableBackup(databaseUrl, backupTarget, names).catch(() => undefined)
  return location && `the back-up from before it, ${location}`
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
