// Compares the applied migrations with the files of this release. An older release does not work with databases that a
// newer release has migrated: columns that the older release reads may be gone, and rows that it writes may be wrong.
// If the statements of a file have changed since it was applied, its tables are unknown.
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
 * Throws a StartError if either database has a migration that this release lacks and that is not marked as harmless to
 * it, or if the statements of an applied migration have changed. The error names a back-up in `backupTarget` that the
 * release can use. Writes nothing. Rejects with the database's error if a list can't be read.
 */
export async function assertMigrations({ databaseUrl, clickhouseUrl }: MigratedDatabases, backupTarget?: string): Promise<void> {
  // Both lists are read before an error is thrown. An error while one list is read must not hide a migration of the
  // other database.
  const lists = await Promise.allSettled([
    findAppliedInPostgres(databaseUrl).then((applied) => ({ database: 'PostgreSQL', applied, folder: postgresFolder })),
    findAppliedInClickHouse(clickhouseUrl).then((applied) => ({ database: 'ClickHouse', applied, folder: clickhouseFolder })),
  ])
  const readable = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []))
  const newer = await describeMigrations(readable, findNewerMigrations)
  if (newer !== undefined) {
    const backup = await findBackupBefore(databaseUrl, backupTarget)
    throw new StartError(
      `Linkshelf ${release} lacks ${newer}, which a newer release applied: install the newer release again, or restore ${backup ?? 'the back-ups from before it'}; nothing was changed.`,
    )
  }
  const edited = await describeMigrations(readable, findEditedMigrations)
  if (edited !== undefined)
    throw new StartError(
      `The statements of ${edited} were changed after they were applied: restore the unchanged files of Linkshelf ${release}, for example by installing it again; nothing was changed.`,
    )
  const failed = lists.find((list) => list.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Works as `assertMigrations`, but ignores that a database can't be reached or was not migrated yet, because the
 * process may start in these cases.
 */
export async function assertMigrationsIfReadable(databases: MigratedDatabases, backupTarget?: string): Promise<void> {
  await assertMigrations(databases, backupTarget).catch((error: unknown) => {
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

interface AppliedList {
  database: string
  applied: readonly AppliedMigration[]
  folder: string
}

/**
 * Returns, as text, the first migration of each database that `find` returns, and the number of the others. Undefined
 * if it returns none.
 */
async function describeMigrations(lists: readonly AppliedList[], find: typeof findNewerMigrations): Promise<string | undefined> {
  const found = lists.map(async ({ database, applied, folder }) => {
    const [first, ...others] = await find(applied, folder)
    return first === undefined ? [] : [`${first}${others.length > 0 ? ` and ${others.length} more` : ''} of ${database}`]
  })
  return (await Promise.all(found)).flat().join(' and ') || undefined
}
