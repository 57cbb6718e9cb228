// Kills the process that migrates at each statement of the newest migrations. `npm run upgrades` does it for all.
import { mkdtemp, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clickhouseFolder, postgresFolder } from '../apps/server/src/databases/newer-databases.ts'
import { listMigrations } from '../apps/server/src/platform/migration-files.ts'
import { splitStatements } from '../apps/server/src/platform/postgres/split-statements.ts'
import { startEngineProcess } from '../apps/server/test/databases/start-engine-process.ts'
import { type ClickHouseServer, openClickHouseServer } from './upgrade/kills/clickhouse-databases.ts'
import { killClickHouseFiles, killPostgresFiles, planStages, type Walk } from './upgrade/kills/kill-every-file.ts'
import { listFixtures } from './upgrade/kills/list-fixtures.ts'
import { openPostgresServer, type PostgresServer } from './upgrade/kills/postgres-server.ts'

/**
 * `migrate` is killed in the newest files, which together have at most this number of statements. More statements would
 * take CI over three minutes.
 */
const statements = { postgres: 10, clickhouse: 2 }

let postgres: PostgresServer
let clickhouse: ClickHouseServer
const opened = new AsyncDisposableStack()

beforeAll(async () => {
  postgres = opened.use(await openPostgresServer())
  const folder = await mkdtemp(join(tmpdir(), 'linkshelf-kills-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const engine = await startEngineProcess(folder, { hasPriorityOfTests: true })
  opened.defer(engine.stop)
  clickhouse = opened.use(openClickHouseServer(engine.url))
})
afterAll(() => opened.disposeAsync())

/** Collects the failures of each killed file, by name. */
function createWalk(source: string, names: readonly string[], fixtures: Walk['fixtures']): Walk & { failures: Record<string, string[]> } {
  const failures: Record<string, string[]> = {}
  return {
    source,
    fixtures,
    failures,
    isKilled: (name) => names.includes(name),
    onResult: (name, _checksum, result) => {
      failures[name] = result.failures
    },
  }
}

/** Returns the newest files that together have at most `count` statements, and at least one file. */
async function listNewest(folder: string, count: number): Promise<string[]> {
  const newest: string[] = []
  let total = 0
  for (const name of (await listMigrations(folder)).reverse()) {
    total += splitStatements(await readFile(join(folder, name), 'utf8')).length
    if (total > count && newest.length > 0) break
    newest.push(name)
  }
  return newest.sort()
}

it('leaves PostgreSQL as after an undisturbed run if `migrate` is killed at any statement of the newest files', async () => {
  const names = await listNewest(postgresFolder, statements.postgres)
  const walk = createWalk(postgresFolder, names, await listFixtures())
  await killPostgresFiles(postgres, walk)
  expect(walk.failures).toEqual(Object.fromEntries(names.map((name) => [name, []])))
})

it('leaves ClickHouse as after an undisturbed run if `migrate` is killed at any statement of the newest files', async () => {
  const names = await listNewest(clickhouseFolder, statements.clickhouse)
  const walk = createWalk(clickhouseFolder, names, await listFixtures())
  await killClickHouseFiles(clickhouse, walk, '')
  expect(walk.failures).toEqual(Object.fromEntries(names.map((name) => [name, []])))
})

it('finds a PostgreSQL migration outside a transaction that changes rows twice after a kill', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kills-'))
  const files = {
    '0001_lamps.sql': 'create table lamps (watts int); insert into lamps values (40), (60);',
    '0002_safe.sql':
      '-- outside a transaction\nupdate lamps set watts = 50 where watts = 40; create index concurrently if not exists a_idx on lamps (watts);',
    '0003_unsafe.sql': '-- outside a transaction\nupdate lamps set watts = watts + 1; delete from lamps where watts = 0;',
  }
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder.path, name), sql)
  const walk = createWalk(folder.path, Object.keys(files), [])
  await killPostgresFiles(postgres, walk)
  expect(walk.failures).toMatchObject({ '0001_lamps.sql': [], '0002_safe.sql': [] })
  expect(walk.failures['0003_unsafe.sql']).toContainEqual(expect.stringContaining('rows of lamps: 2'))
})

it('finds a ClickHouse migration that inserts rows twice after a kill', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kills-'))
  const files = {
    '0001_lamps.sql': 'CREATE TABLE IF NOT EXISTS lamps (watts UInt8) ENGINE = MergeTree ORDER BY watts;',
    '0002_safe.sql': `INSERT INTO lamps SELECT watts FROM (SELECT arrayJoin(range(50)) AS watts, 0 AS isStored UNION ALL SELECT watts, 1 FROM lamps) GROUP BY watts HAVING countIf(isStored = 1) = 0;`,
    '0003_unsafe.sql': `INSERT INTO lamps SELECT watts FROM lamps GROUP BY watts HAVING countIf(watts = 99) = 0;`,
  }
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder.path, name), sql)
  const walk = createWalk(folder.path, Object.keys(files), [])
  await killClickHouseFiles(clickhouse, walk, '')
  expect(walk.failures).toMatchObject({ '0001_lamps.sql': [], '0002_safe.sql': [] })
  expect(walk.failures['0003_unsafe.sql']).toContainEqual(expect.stringContaining('rows of lamps'))
})

it.each([
  [[], [{ names: ['1', '2', '3'] }]],
  [[['1']], [{ names: ['1'] }, { names: ['2', '3'] }]],
  [
    [['1'], ['1', '3']],
    [{ names: ['1'] }, { names: ['3'] }, { names: ['2'] }],
  ],
])('runs each file on the rows of the newest release that lacks it, with the releases %j', (releases, stages) => {
  const fixtures = releases.map((postgresFiles) => ({ folder: '', postgres: postgresFiles, clickhouse: [] }))
  expect(planStages(['1', '2', '3'], fixtures, 'postgres')).toMatchObject(stages)
})
