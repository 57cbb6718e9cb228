// Reads the numbered `.sql` files of a database, and finds applied migrations that this release does not have, or has
// with other statements.
import { createHash } from 'node:crypto'
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
  /** The hash of the statements, see `hashStatements`. */
  checksum: string
}

/** A row of `schema_migrations`. A property is missing if the table was created by a release without the column. */
export interface AppliedMigration {
  name: string
  harmless_to?: string | null
  /** Null or empty if a release without checksums applied the migration and no later release has migrated since. */
  checksum?: string | null
}

/** Lists the names of a folder's numbered `.sql` files, in order. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort()
}

/** Reads a migration. Throws if the file has a `-- harmless to` marker that does not name an earlier release. */
export async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(join(folder, name), 'utf8')
  const checksum = hashStatements(sql)
  const marker = /^-- harmless to\b(.*)$/m.exec(sql)?.[1]
  if (marker === undefined) return { name, sql, harmlessTo: null, checksum }
  const harmlessTo = /^ (\d+\.\d+\.\d+)$/.exec(marker)?.[1]
  // A marker names the previous release. This release has the migration, so it can't be the previous release. If the
  // marker names this release, the version was not raised.
  if (harmlessTo === undefined || harmlessTo === release)
    throw new Error(`Migration ${name} has to say "-- harmless to" and the version before ${release}.`)
  return { name, sql, harmlessTo, checksum }
}

/** Returns the applied migrations that this release lacks and that are not marked as harmless to it. */
export async function findNewerMigrations(applied: readonly AppliedMigration[], folder: string): Promise<string[]> {
  const known = new Set(await listMigrations(folder))
  return applied.filter(({ name, harmless_to }) => !known.has(name) && harmless_to !== release).map(({ name }) => name)
}

/**
 * Returns the applied migrations whose statements in this release differ from the statements that were applied. Ignores
 * migrations that this release lacks, and migrations without a recorded checksum.
 */
export async function findEditedMigrations(applied: readonly AppliedMigration[], folder: string): Promise<string[]> {
  const checksums = await readChecksums(folder)
  return applied.filter(({ name, checksum }) => checksum && checksum !== (checksums.get(name) ?? checksum)).map(({ name }) => name)
}

/** Returns the checksum of each file in the folder, by name. */
export async function readChecksums(folder: string): Promise<Map<string, string>> {
  const names = await listMigrations(folder)
  return new Map(await Promise.all(names.map(async (name) => [name, hashStatements(await readFile(join(folder, name), 'utf8'))] as const)))
}

/**
 * Returns the SHA-256 hash of a migration's statements. Ignores comments, because only the comments of a migration may
 * be changed after its release. On a cluster the hash is the same, because the text still has its placeholders.
 */
export function hashStatements(migration: string): string {
  const statements = migration
    .split('\n')
    .map((line) => line.replace(/--.*$/, '').trimEnd())
    .filter((line) => line !== '')
  return createHash('sha256').update(statements.join('\n')).digest('hex')
}

/** Returns a statement of a migration without the white space and the comments before its first word. */
export function stripLeadingComments(statement: string): string {
  return statement.replace(/^(\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/, '')
}
