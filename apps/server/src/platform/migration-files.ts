// The numbered `.sql` files of a database, and which applied ones a release may lack.
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The version of this release. Markers of migrations name it. */
export const release: string = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')).version

export interface MigrationFile {
  name: string
  sql: string
  /** The release before this migration, when it works with it. */
  harmlessTo: string | null
}

/** A row of `schema_migrations`. The column of the marker is younger than the table. */
export interface AppliedMigration {
  name: string
  harmless_to?: string | null
}

/** The numbered `.sql` files of a folder, in order. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
}

/** Throws when its marker names no earlier release. */
export async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(folder, name), 'utf8')
  const marker = /^-- harmless to\b(.*)$/m.exec(sql)?.[1]
  if (marker === undefined) return { name, sql, harmlessTo: null }
  const harmlessTo = /^ (\d+\.\d+\.\d+)$/.exec(marker)?.[1]
  // A release that has the migration can't be the one before it: its version was not raised.
  if (harmlessTo === undefined || harmlessTo === release)
    throw new Error(`Migration ${name} has to say "-- harmless to" and the version before ${release}.`)
  return { name, sql, harmlessTo }
}

/** The applied migrations that this release lacks and that are not marked as harmless to it. */
export async function findNewerMigrations(applied: readonly AppliedMigration[], folder: string): Promise<string[]> {
  const known = new Set(await listMigrations(folder))
  return applied.filter(({ name, harmless_to }) => !known.has(name) && harmless_to !== release).map(({ name }) => name)
}
