import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { listMigrations } from '../platform/migration-files.ts'
import { loadTables } from '../platform/postgres/copy-tables.ts'
import { migratePostgres } from '../platform/postgres/postgres-migrations.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Manifest } from './backup-format.ts'

export interface DatabaseRestore {
  /** Signs in as the owner of the database, which must be empty. */
  databaseUrl: string
  postgresFolder: string
  /** Returns the rows of a table as lines in the text format of COPY. */
  readRows(table: Manifest['postgres']['tables'][number]): Readable
  /** SQL that runs after the rows were loaded, in the same transaction. */
  finalStatements: string
}

/**
 * Restores the PostgreSQL part of a back-up, with the schema of the release that made it. Throws a StartError if a file
 * is damaged.
 */
export async function restoreDatabase(
  { postgres }: Manifest,
  { databaseUrl, postgresFolder, readRows, finalStatements }: DatabaseRestore,
): Promise<void> {
  await migratePostgres(databaseUrl, postgresFolder, postgres.migrations)
  await runMigrations({ connectionString: databaseUrl, logger: new Logger(() => () => undefined) })
  const tables = postgres.tables.map((table) => ({ ...table, readRows: () => readRows(table) }))
  try {
    await loadTables(databaseUrl, { tables, sequences: postgres.sequences, finalStatements })
  } catch (error) {
    // PostgreSQL can reject a row of a damaged file before the end of the file shows the damage.
    if (error instanceof pg.DatabaseError) for (const table of tables) await finished(table.readRows().resume())
    throw error
  }
}

/** Throws a StartError if the back-up has the schema of a newer release. */
export async function assertKnownMigrations(
  { postgres, clickhouse, release }: Manifest,
  folders: { postgresFolder: string; clickhouseFolder: string },
): Promise<void> {
  const known = new Set([...(await listMigrations(folders.postgresFolder)), ...(await listMigrations(folders.clickhouseFolder))])
  const unknown = [...postgres.migrations, ...clickhouse.migrations].find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new StartError(`This release lacks ${unknown}: restore the back-up with the release that made it, Linkshelf ${release} or newer.`)
}
