import { randomBytes } from 'node:crypto'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { expect, inject, it } from 'vitest'
import type { ClickHouse } from './clickhouse.ts'
import { fillClusterPlaceholders, toOnClusterClause } from './clickhouse-cluster.ts'
import { createClickHouseDatabase, migrateClickHouse } from './clickhouse-migrations.ts'
import { splitStatements } from './split-statements.ts'

const clicksFile = new URL('../../../clickhouse/0001_clicks.sql', import.meta.url)

it('runs each file once, in order', async () => {
  await using database = await anEmptyDatabase()
  await using folder = await aFolder({
    '0002_more.sql': "ALTER TABLE t ADD COLUMN IF NOT EXISTS word String DEFAULT 'a;b'; -- the end;",
    '0001_first.sql': '-- one;\nCREATE TABLE IF NOT EXISTS t (n UInt8) ENGINE = {engine MergeTree} ORDER BY n;\n',
    'notes.txt': 'not SQL',
  })
  await migrateClickHouse(database.client, folder.path)
  await database.client.insert({ table: 't', values: [{ n: 1 }], format: 'JSONEachRow' })
  await writeFile(join(folder.path, '0001_first.sql'), 'DROP TABLE IF EXISTS t')
  await migrateClickHouse(database.client, folder.path)
  expect(await selectRows(database.client, 'SELECT * FROM t')).toEqual([{ n: 1, word: 'a;b' }])
  expect(await selectRows(database.client, 'SELECT name FROM schema_migrations ORDER BY name')).toEqual([
    { name: '0001_first.sql' },
    { name: '0002_more.sql' },
  ])
})

it('runs an interrupted file again', async () => {
  await using database = await anEmptyDatabase()
  const whole =
    'CREATE TABLE IF NOT EXISTS a (n UInt8) ENGINE = MergeTree ORDER BY n; CREATE TABLE IF NOT EXISTS b (n UInt8) ENGINE = MergeTree ORDER BY n'
  await using folder = await aFolder({ '0001_first.sql': whole.replace('b (n UInt8)', 'b (n NoType)') })
  await expect(migrateClickHouse(database.client, folder.path)).rejects.toThrow('Migration 0001_first.sql failed')
  await writeFile(join(folder.path, '0001_first.sql'), whole)
  await migrateClickHouse(database.client, folder.path)
  expect(
    await selectRows(database.client, "SELECT count() > 0 AS there FROM system.tables WHERE database = currentDatabase() AND name = 'b'"),
  ).toEqual([{ there: 1 }])
})

it('is safe to run several times at once', async () => {
  await using database = await anEmptyDatabase()
  const folder = new URL('../../../clickhouse', import.meta.url).pathname
  await Promise.all([1, 2, 3].map(() => migrateClickHouse(database.client, folder)))
  expect(await selectRows(database.client, 'SELECT count() = 0 AS empty FROM clicks')).toEqual([{ empty: 1 }])
})

it.each([
  'CREATE TABLE t (n UInt8) ENGINE = Memory',
  'DROP TABLE t',
  'RENAME TABLE t TO s',
  'INSERT INTO t VALUES (1)',
  'INSERT INTO t SELECT n FROM t GROUP BY n HAVING countIf(n = 1) = 1',
  'ALTER TABLE t ADD COLUMN n UInt8',
])('rejects a file with a statement that is not repeatable: %s', async (statement) => {
  await using database = await anEmptyDatabase()
  await using folder = await aFolder({ '0001_first.sql': `CREATE TABLE IF NOT EXISTS before (n UInt8) ENGINE = Memory; ${statement};` })
  await expect(migrateClickHouse(database.client, folder.path)).rejects.toThrow("can't be repeated")
  expect(
    await selectRows(database.client, "SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'before'"),
  ).toEqual([])
})

it('creates replicated and distributed tables on a cluster, and plain tables on a single node', async () => {
  const sql = await readFile(clicksFile, 'utf8')
  const [alone, spread] = [fillClusterPlaceholders(sql, undefined), fillClusterPlaceholders(sql, 'shelf')].map(splitStatements)
  expect(alone?.join()).not.toMatch(/[{}]|Replicated|Distributed|CLUSTER/)
  expect(spread?.join()).not.toMatch(/[{}]/)
  expect(spread?.filter((statement) => /ENGINE = Replicated(Summing|Aggregating)?MergeTree/.test(statement))).toHaveLength(5)
  expect(spread?.filter((statement) => statement.includes('ENGINE = Distributed(shelf'))).toHaveLength(5)
  expect(spread?.every((statement) => statement.includes('ON CLUSTER shelf'))).toBe(true)
  expect(
    spread
      ?.filter((statement) => statement.includes('MATERIALIZED VIEW'))
      .every((statement) => /TO \w+_stored AS[\s\S]*FROM clicks_stored/.test(statement)),
  ).toBe(true)
})

it('creates the database and the list of migrations on every node of a cluster', async () => {
  // This server has no cluster, so it rejects an ON CLUSTER statement after parsing the statement.
  const noCluster = { type: 'CLUSTER_DOESNT_EXIST' }
  const url = Object.assign(new URL(inject('clickhouseServerUrl')), { pathname: '/database_of_a_cluster' }).href
  await expect(createClickHouseDatabase(url, { cluster: 'shelf' })).rejects.toMatchObject(noCluster)
  await using database = await anEmptyDatabase()
  await using folder = await aFolder({})
  await expect(migrateClickHouse(database.client, folder.path, { cluster: 'shelf' })).rejects.toMatchObject(noCluster)
})

it('waits for every node of a cluster, but gives up before the client does', async () => {
  await using folder = await aFolder({
    '0001_first.sql': 'CREATE TABLE IF NOT EXISTS {stored t} (n UInt8) ENGINE = {engine MergeTree} ORDER BY n',
  })
  const sent: object[] = []
  const client = {
    query: async () => ({ json: async () => [] }),
    command: async (params: object) => sent.push(params),
    insert: async () => undefined,
  }
  await migrateClickHouse(client as unknown as ClickHouse, folder.path, { cluster: 'shelf' })
  const clickhouse_settings = { wait_end_of_query: 1, distributed_ddl_task_timeout: '45' }
  expect(sent).toMatchObject([
    { query: expect.stringContaining('schema_migrations ON CLUSTER shelf'), clickhouse_settings },
    { query: expect.stringContaining('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS harmless_to') },
    { query: expect.stringContaining('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS checksum') },
    { query: expect.stringContaining('t_stored ON CLUSTER shelf'), clickhouse_settings },
  ])
})

it('sends no ON CLUSTER statement if the database was migrated before, so that a node may be down', async () => {
  await using database = await anEmptyDatabase()
  await using folder = await aFolder({
    '0001_first.sql': 'CREATE TABLE IF NOT EXISTS {stored t} (n UInt8) ENGINE = {engine MergeTree} ORDER BY n',
  })
  await migrateClickHouse(database.client, folder.path)
  await createClickHouseDatabase(database.url, { cluster: 'shelf' })

  const sent: string[] = []
  const client = {
    query: (params: { query: string }) =>
      database.client.query({
        ...params,
        query: params.query.replace('clusterAllReplicas(shelf, currentDatabase(), schema_migrations)', 'schema_migrations'),
        format: 'JSONEachRow',
      }),
    command: async ({ query }: { query: string }) => sent.push(query),
  }
  await migrateClickHouse(client as unknown as ClickHouse, folder.path, { cluster: 'shelf' })
  expect(sent.filter((query) => query.includes('ON CLUSTER'))).toEqual([])
})

it.each(['my cluster', 'a-b', '2shelves', 'a`b', "x'; DROP", ''])('rejects the cluster name %j', (name) => {
  expect(() => toOnClusterClause(name)).toThrow("A cluster's name has letters")
  expect(() => fillClusterPlaceholders('SELECT 1', name)).toThrow("A cluster's name has letters")
})

it('throws at an unknown placeholder', () => {
  expect(() => fillClusterPlaceholders('CREATE TABLE {storred clicks}', undefined)).toThrow('Unknown placeholder {storred clicks}')
})

async function anEmptyDatabase(): Promise<{ client: ClickHouse; url: string } & AsyncDisposable> {
  const url = new URL(inject('clickhouseServerUrl'))
  url.pathname = `/migrations_${randomBytes(6).toString('hex')}`
  await createClickHouseDatabase(url.href)
  await createClickHouseDatabase(url.href)
  const client = createClient({ url: url.href, log: { level: ClickHouseLogLevel.OFF } })
  return {
    client,
    url: url.href,
    async [Symbol.asyncDispose]() {
      await client.command({ query: 'DROP DATABASE {name:Identifier}', query_params: { name: url.pathname.slice(1) } })
      await client.close()
    },
  }
}

async function aFolder(files: Record<string, string>): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-migrations-'))
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder.path, name), text)))
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
}

async function selectRows(client: ClickHouse, query: string): Promise<unknown[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json()
}
