// Walks through all migrations, and kills the process that migrates in each of them. The tables have the rows of
// upgrade fixtures.
import { copyFile, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { hashStatements, listMigrations } from '../../../apps/server/src/platform/migration-files.ts'
import { migratePostgres } from '../../../apps/server/src/platform/postgres/postgres-migrations.ts'
import { loadClickHouseRows, loadPostgresRows } from '../../../apps/server/test/upgrade/load-fixture-rows.ts'
import { type ClickHouseServer, dropClickHouseDatabase } from './clickhouse-databases.ts'
import { killClickHouseFile, killClickHouseSteps } from './kill-clickhouse.ts'
import { createDatabaseName, killPostgresFile, killPostgresSteps } from './kill-postgres.ts'
import type { KillResult } from './kill-result.ts'
import type { Fixture } from './list-fixtures.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The work of a start after the files, as one more name in the list of files. */
const stepsAfterFiles = 'after the files'

export interface Walk {
  /** The folder with all migrations. */
  source: string
  /** From the oldest to the newest. */
  fixtures: readonly Fixture[]
  /**
   * Returns whether the process is killed at the statements of the file. If not, the file is only applied. `checksum`
   * is the hash of its statements.
   */
  isKilled(name: string, checksum: string): boolean
  onResult(name: string, checksum: string, result: KillResult): void
}

/** A part of the walk: the files that are killed after the rows of a fixture were loaded. */
interface Stage {
  /** Undefined if the tables are empty. */
  fixture: Fixture | undefined
  names: string[]
}

/**
 * Splits the files so that each file runs on the rows of the newest release that lacks it. The files of the oldest
 * release run on empty tables.
 */
export function planStages(all: readonly string[], fixtures: readonly Fixture[], database: 'postgres' | 'clickhouse'): Stage[] {
  return [undefined, ...fixtures].map((fixture, nth) => {
    const applied = new Set(fixture?.[database])
    const ofNext = fixtures[nth]?.[database]
    return { fixture, names: all.filter((name) => !applied.has(name) && (ofNext === undefined || ofNext.includes(name))) }
  })
}

export async function killPostgresFiles(server: PostgresServer, walk: Walk): Promise<void> {
  for (const [nth, { fixture, names }] of planStages(await listMigrations(walk.source), walk.fixtures, 'postgres').entries()) {
    const isLast = nth === walk.fixtures.length
    if (!(await hasWork(walk, names, isLast))) continue
    await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kills-'))
    const state = createDatabaseName()
    const migrate = () => migratePostgres(server.toUrl(state), folder.path)
    await server.create(state)
    for (const name of fixture?.postgres ?? []) await copyFile(join(walk.source, name), join(folder.path, name))
    await migrate()
    if (fixture !== undefined) await loadPostgresRows(server.toUrl(state), fixture.folder)
    for (const name of names) {
      await copyFile(join(walk.source, name), join(folder.path, name))
      await killIfAsked(walk, name, () => killPostgresFile(server, { state, folder: folder.path, name }))
      await migrate()
    }
    if (isLast) await killIfAsked(walk, stepsAfterFiles, () => killPostgresSteps(server, state))
    await server.drop(state)
  }
}

/** `databaseUrl` names a PostgreSQL database that has every migration. */
export async function killClickHouseFiles(server: ClickHouseServer, walk: Walk, databaseUrl: string): Promise<void> {
  for (const [nth, { fixture, names }] of planStages(await listMigrations(walk.source), walk.fixtures, 'clickhouse').entries()) {
    const isLast = nth === walk.fixtures.length
    if (!(await hasWork(walk, names, isLast))) continue
    await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kills-'))
    const state = createDatabaseName()
    const client = openClickHouse(server.toUrl(state))
    await createClickHouseDatabase(server.toUrl(state))
    for (const name of fixture?.clickhouse ?? []) await copyFile(join(walk.source, name), join(folder.path, name))
    await migrateClickHouse(client, folder.path)
    if (fixture !== undefined) await loadClickHouseRows(server.toUrl(state), fixture.folder)
    for (const name of names) {
      await copyFile(join(walk.source, name), join(folder.path, name))
      await killIfAsked(walk, name, () => killClickHouseFile(server, { state, folder: folder.path }))
      await migrateClickHouse(client, folder.path)
    }
    if (isLast) await killIfAsked(walk, stepsAfterFiles, () => killClickHouseSteps(server, { state, databaseUrl }))
    await client.close()
    await dropClickHouseDatabase(server, state)
  }
}

async function hasWork(walk: Walk, names: readonly string[], isLast: boolean): Promise<boolean> {
  if (isLast && walk.isKilled(stepsAfterFiles, '')) return true
  for (const name of names) if (walk.isKilled(name, await readChecksum(walk, name))) return true
  return false
}

async function killIfAsked(walk: Walk, name: string, kill: () => Promise<KillResult>): Promise<void> {
  const checksum = await readChecksum(walk, name)
  if (walk.isKilled(name, checksum)) walk.onResult(name, checksum, await kill())
}

/** Returns an empty string for the steps after the files. */
async function readChecksum({ source }: Walk, name: string): Promise<string> {
  return name === stepsAfterFiles ? '' : hashStatements(await readFile(join(source, name), 'utf8'))
}
