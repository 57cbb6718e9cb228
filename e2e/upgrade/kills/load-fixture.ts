// Loads the rows of an upgrade fixture into databases that have exactly the migrations of the fixture's release.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import pg from 'pg'
import { openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'

const fixturesFolder = join(import.meta.dirname, '..')

export interface Fixture {
  folder: string
  /** The names of the release's migrations. */
  postgres: string[]
  clickhouse: string[]
}

/** Returns the fixtures of all releases, from the oldest to the newest. */
export async function listFixtures(): Promise<Fixture[]> {
  const folders = (await readdir(fixturesFolder)).map((name) => join(fixturesFolder, name))
  const fixtures = folders
    .filter((folder) => existsSync(join(folder, 'fixture.json')))
    .map(async (folder) => {
      const { migrations } = JSON.parse(await readFile(join(folder, 'fixture.json'), 'utf8'))
      return { folder, postgres: Object.keys(migrations.postgres), clickhouse: Object.keys(migrations.clickhouse) }
    })
  return (await Promise.all(fixtures)).sort((one, other) => one.postgres.length - other.postgres.length)
}

/** Replaces the rows of PostgreSQL. Triggers and foreign keys are off, because the rows are what the triggers left. */
export async function loadPostgresRows(url: string, { folder }: Fixture): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set session_replication_role = 'replica'")
    for (const line of (await readText(join(folder, 'postgres.jsonl'))).trim().split('\n')) {
      const { table, columns, rows } = JSON.parse(line)
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    }
  } finally {
    await client.end()
  }
}

/** Adds the rows of ClickHouse to empty tables. Views are detached, because the fixture has the rows of their tables. */
export async function loadClickHouseRows(url: string, { folder }: Fixture): Promise<void> {
  const client = openClickHouse(url)
  const command = (query: string) => client.command({ query })
  try {
    const views = await client.query({
      query: "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine = 'MaterializedView'",
      format: 'JSONEachRow',
    })
    const names = (await views.json<{ name: string }>()).map(({ name }) => name)
    for (const name of names) await command(`DETACH TABLE ${name}`)
    for (const file of await readdir(join(folder, 'clickhouse'))) {
      const text = await promisify(gunzip)(await readFile(join(folder, 'clickhouse', file)))
      const table = basename(file, '.tsv.gz')
      await client.insert({ table, values: Readable.from([text], { objectMode: false }), format: 'TabSeparatedWithNames' })
    }
    for (const name of names) await command(`ATTACH TABLE ${name}`)
  } finally {
    await client.close()
  }
}

/** Reads a text file, which may be compressed. */
async function readText(path: string): Promise<string> {
  if (existsSync(path)) return readFile(path, 'utf8')
  return (await promisify(gunzip)(await readFile(`${path}.gz`))).toString()
}
