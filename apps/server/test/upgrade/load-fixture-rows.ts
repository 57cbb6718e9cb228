// Loads the rows of an upgrade fixture into databases that have exactly the migrations of the fixture's release.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { openClickHouse } from '../../src/platform/clickhouse/clickhouse.ts'
import { withConnection } from '../../src/platform/postgres/with-connection.ts'

/** Replaces the rows of PostgreSQL. Triggers and foreign keys are off, because the rows are what the triggers left. */
export async function loadPostgresRows(url: string, folder: string): Promise<void> {
  const lines = (await readFixtureText(join(folder, 'postgres.jsonl'))).trim().split('\n')
  await withConnection(url, async (client) => {
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

/** Adds the rows of ClickHouse to empty tables. Views are detached, because the fixture has their rows too. */
export async function loadClickHouseRows(url: string, folder: string): Promise<void> {
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
      const bytes = await promisify(gunzip)(await readFile(join(folder, 'clickhouse', file)))
      const table = basename(file, '.tsv.gz')
      await client.insert({ table, values: Readable.from([bytes], { objectMode: false }), format: 'TabSeparatedWithNames' })
    }
    for (const name of names) await command(`ATTACH TABLE ${name}`)
  } finally {
    await client.close()
  }
}

/** Reads a text file. Newer fixtures store the file compressed, with `.gz` added to its name. */
export async function readFixtureText(path: string): Promise<string> {
  if (existsSync(path)) return readFile(path, 'utf8')
  return (await promisify(gunzip)(await readFile(`${path}.gz`))).toString()
}
