import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../src/platform/clickhouse/clickhouse-migrations.ts'
import { hashStatements } from '../../src/platform/migration-files.ts'
import { migratePostgres } from '../../src/platform/postgres/postgres-migrations.ts'
import { createEmptyStores } from '../databases/create-empty-stores.ts'
import { loadClickHouseRows, loadPostgresRows, readFixtureText } from './load-fixture-rows.ts'

const releasesFolder = new URL('../../../../e2e/upgrade/', import.meta.url).pathname
const serverFolder = new URL('../../', import.meta.url).pathname

/** The contents of `fixture.json`, which `e2e/upgrade/create-fixture.ts` wrote. */
export interface ReleaseFacts {
  askedAt: string
  origins: { app: string; public: string }
  userId: string
  projectId: string
  /** `storedBefore` counts the clicks in ClickHouse. `visits` counts the visits in the journal. */
  storedBefore: number
  visits: number
  /** Hashes of the migrations' statements, by file name. */
  migrations: Record<'postgres' | 'clickhouse', Record<string, string>>
}

export interface RecordedResponse {
  path: string
  status: number
  body: unknown
}

export interface LoadedRelease extends AsyncDisposable {
  facts: ReleaseFacts
  answers: RecordedResponse[]
  databaseUrl: string
  clickhouseUrl: string
  journalsFolder: string
  /** Names of background tasks. */
  tasks: string[]
  /** Names of applied migrations whose statements have changed since the release. */
  editedMigrations: string[]
}

/** Loads the databases and journals as the release of this commit left them: first its migrations, then its rows. */
export async function loadRelease(commit: string): Promise<LoadedRelease> {
  const folder = join(releasesFolder, commit)
  const work = await mkdtemp(join(tmpdir(), 'linkshelf-upgrade-'))
  const facts: ReleaseFacts = JSON.parse(await readFile(join(folder, 'fixture.json'), 'utf8'))
  const databases = await createEmptyStores()
  const { databaseUrl, clickhouseUrl } = databases
  await copyMigrations('migrations', facts.migrations.postgres, join(work, 'postgres'))
  await copyMigrations('clickhouse', facts.migrations.clickhouse, join(work, 'clickhouse'))
  await Promise.all([
    loadPostgres(databaseUrl, join(work, 'postgres'), folder),
    loadClickHouse(clickhouseUrl, join(work, 'clickhouse'), folder),
    cp(join(folder, 'journal'), join(work, 'journal'), { recursive: true }),
  ])
  return {
    facts,
    answers: JSON.parse(await readFixtureText(join(folder, 'expected.json'))),
    databaseUrl,
    clickhouseUrl,
    journalsFolder: join(work, 'journal'),
    tasks: JSON.parse(await readFile(join(folder, 'tasks.json'), 'utf8')),
    editedMigrations: [
      ...(await listEditedMigrations('migrations', facts.migrations.postgres)),
      ...(await listEditedMigrations('clickhouse', facts.migrations.clickhouse)),
    ],
    async [Symbol.asyncDispose]() {
      await databases[Symbol.asyncDispose]()
      await rm(work, { recursive: true, maxRetries: 10 })
    },
  }
}

async function loadPostgres(url: string, migrations: string, folder: string): Promise<void> {
  await migratePostgres(url, migrations)
  await loadPostgresRows(url, folder)
}

async function loadClickHouse(url: string, migrations: string, folder: string): Promise<void> {
  await createClickHouseDatabase(url)
  const client = openClickHouse(url)
  await migrateClickHouse(client, migrations)
  // The fixture's clicks get older over time. They must not be deleted when they expire by the engine's clock.
  await client.command({ query: 'SYSTEM STOP TTL MERGES clicks' })
  await client.close()
  await loadClickHouseRows(url, folder)
}

async function copyMigrations(from: string, hashes: Record<string, string>, to: string): Promise<void> {
  await cp(join(serverFolder, from), to, { recursive: true, filter: (path) => !path.endsWith('.sql') })
  for (const name of Object.keys(hashes)) await copyFile(join(serverFolder, from, name), join(to, name))
}

async function listEditedMigrations(folder: string, hashes: Record<string, string>): Promise<string[]> {
  const edited: string[] = []
  for (const [name, hash] of Object.entries(hashes)) {
    if (hashStatements(await readFile(join(serverFolder, folder, name), 'utf8')) !== hash) edited.push(name)
  }
  return edited
}
