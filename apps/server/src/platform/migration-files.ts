// Reads the numbered `.sql` files of a database, and finds applied migrations that this release does not have.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildInfo } from './build-info.ts'

/** The version of this release. `-- harmless to` markers in migrations name a version. */
export const release: string = buildInfo.version

export interface MigrationFile {
  name: string
  sql: string
  /**
   * The version of the previous release, if that release works with the migrated tables. Null if the file has no
   * marker.
   */
  harmlessTo: string | null
}

/** A row of `schema_migrations`. `harmless_to` is missing if the table was created by a release without this column. */
export interface AppliedMigration {
  name: string
  harmless_to?: string | null
}

/** Lists the names of a folder's numbered `.sql` files, in order. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
}

/** Reads a migration. Throws if the file has a `-- harmless to` marker that does not name an earlier release. */
export async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(folder, name), 'utf8')
  const marker = /^-- harmless to\b(.*)$/m.exec(sql)?.[1]
  if (marker === undefined) return { name, sql, harmlessTo: null }
  const harmlessTo = /^ (\d+\.\d+\.\d+)$/.exec(marker)?.[1]
  // A marker names the previous release. This release has the migration, so it can't be the previous release. If the
  // marker names this release, the version was not raised.
  if (harmlessTo === undefined || harmlessTo === release)
    throw new Error(`Migration ${name} has to say "-- harmless to" and the version before ${release}.`)
  return { name, sql, harmlessTo }
}

/** Returns the applied migrations that this release lacks and that are not marked as harmless to it. */
export async function findNewerMigrations(applied: readonly AppliedMigration[], folder: string): Promise<string[]> {
  const known = new Set(await listMigrations(folder))
  return applied.filter(({ name, harmless_to }) => !known.has(name) && harmless_to !== release).map(({ name }) => name)
}
