import { existsSync } from 'node:fs'
import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../src/platform/clickhouse/clickhouse-migrations.ts'
import { hashStatements } from '../../src/platform/migration-files.ts'
import { migratePostgres } from '../../src/platform/postgres/postgres-migrations.ts'
import { createEmptyStores } from '../databases/create-empty-stores.ts'

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
    loadPostgres(databaseUrl, join(work, 'postgres'), join(folder, 'postgres.jsonl')),
    loadClickHouse(clickhouseUrl, join(work, 'clickhouse'), join(folder, 'clickhouse')),
    cp(join(folder, 'journal'), join(work, 'journal'), { recursive: true }),
  ])
  return {
    facts,
    answers: JSON.parse(await readText(join(folder, 'expected.json'))),
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

/** Reads a text file. Newer fixtures store the file compressed, with `.gz` added to its name. */
async function readText(path: string): Promise<string> {
  if (existsSync(path)) return readFile(path, 'utf8')
  return (await promisify(gunzip)(await readFile(`${path}.gz`))).toString()
}

async function loadPostgres(url: string, migrations: string, rowsFile: string): Promise<void> {
  await migratePostgres(url, migrations)
  const lines = (await readText(rowsFile)).trim().split('\n')
  await runOnPostgres(url, async (client) => {
    // Triggers and foreign keys are off, because the rows are what the release's own triggers left.
    await client.query("set session_replication_role = 'replica'")
    for (const { table, columns, rows } of lines.map((line) => JSON.parse(line))) {
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    }
  })
}

async function loadClickHouse(url: string, migrations: string, tablesFolder: string): Promise<void> {
  await createClickHouseDatabase(url)
  const client = openClickHouse(url)
  await migrateClickHouse(client, migrations)
  const command = (query: string) => client.command({ query })
  const views = await client.query({
    query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'MaterializedView'",
    format: 'JSONEachRow',
  })
  const viewNames = (await views.json<{ name: string }>()).map((view) => view.name)
  // The fixture's clicks get older over time. They must not be deleted when they expire by the engine's clock.
  await command('SYSTEM STOP TTL MERGES clicks')
  for (const view of viewNames) await command(`DETACH TABLE ${view}`)
  for (const file of await readdir(tablesFolder)) {
    const text = await promisify(gunzip)(await readFile(join(tablesFolder, file)))
    await client.insert({
      table: basename(file, '.tsv.gz'),
      values: Readable.from([text], { objectMode: false }),
      format: 'TabSeparatedWithNames',
    })
  }
  for (const view of viewNames) await command(`ATTACH TABLE ${view}`)
  await client.close()
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

async function runOnPostgres(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
