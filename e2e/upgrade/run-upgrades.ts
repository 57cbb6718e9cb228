// `npm run upgrades` kills the process that migrates with SIGKILL at every statement of every migration, and at every
// statement of a start after the migrations. Each time it starts the process again, and compares the schema and all
// rows with an undisturbed run. It takes some ten minutes. If it is interrupted, the next run continues with the file
// that was not finished. Later runs repeat only files whose statements have changed. `npm run upgrades -- --again`
// repeats all files.
import { mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareDatabase } from '../../apps/server/src/databases/database.ts'
import { clickhouseFolder, postgresFolder } from '../../apps/server/src/databases/newer-databases.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openClickHouseServer } from './kills/clickhouse-databases.ts'
import { killClickHouseFiles, killPostgresFiles, type Walk } from './kills/kill-every-file.ts'
import { createDatabaseName } from './kills/kill-postgres.ts'
import { listFixtures } from './kills/list-fixtures.ts'
import { openPostgresServer } from './kills/postgres-server.ts'

/** The result of all kills in one file. */
interface StoredResult {
  checksum: string
  statements: number
  kills: number
  failures: string[]
  seconds: number
}

type Database = 'PostgreSQL' | 'ClickHouse'
type State = Record<Database, Record<string, StoredResult>>

const stateFile = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'linkshelf', 'upgrades.json')
const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } })
const state: State = values.again ? { PostgreSQL: {}, ClickHouse: {} } : await readState()
const fixtures = await listFixtures()
let written = Promise.resolve()

await using postgres = await openPostgresServer()
await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-kills-'))
const engine = await startEngineProcess(folder.path, { hasPriorityOfTests: true })
await using clickhouse = openClickHouseServer(engine.url)
const migrated = createDatabaseName()
await postgres.create(migrated)
await prepareDatabase(postgres.toUrl(migrated), {})
await Promise.all([
  killPostgresFiles(postgres, createWalk('PostgreSQL', postgresFolder)),
  killClickHouseFiles(clickhouse, createWalk('ClickHouse', clickhouseFolder), postgres.toUrl(migrated)),
])
await written
await engine.stop()
printTable()

/** Returns a walk that skips what an earlier run of this command has done, and stores each result at once. */
function createWalk(database: Database, source: string): Walk {
  let startedAt = performance.now()
  return {
    source,
    fixtures,
    isKilled(name, checksum) {
      startedAt = performance.now()
      return state[database][name]?.checksum !== checksum
    },
    onResult(name, checksum, result) {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      state[database][name] = { checksum, ...result, seconds }
      written = written.then(writeState)
      printLine(database, name, state[database][name])
    },
  }
}

async function readState(): Promise<State> {
  const text = await readFile(stateFile, 'utf8').catch(() => undefined)
  return text === undefined ? { PostgreSQL: {}, ClickHouse: {} } : JSON.parse(text)
}

async function writeState(): Promise<void> {
  await mkdir(dirname(stateFile), { recursive: true })
  await writeFile(`${stateFile}.new`, JSON.stringify(state, null, 2))
  await rename(`${stateFile}.new`, stateFile)
}

function printLine(database: Database, name: string, { statements, kills, failures, seconds }: StoredResult): void {
  const numbers = [statements, kills, failures.length].map((number) => String(number).padStart(6)).join('')
  process.stdout.write(`${database.padEnd(11)} ${name.padEnd(45)} ${numbers} ${`${seconds} s`.padStart(8)}\n`)
  for (const failure of failures) process.stdout.write(`  ${failure}\n`)
}

function printTable(): void {
  process.stdout.write(`\n${'database'.padEnd(11)} ${'file'.padEnd(45)} ${'statements  kills  failed     time'}\n`)
  for (const database of ['PostgreSQL', 'ClickHouse'] as const) {
    const results = Object.entries(state[database]).sort(([one], [other]) => (one < other ? -1 : 1))
    for (const [name, result] of results) printLine(database, name, result)
    const sum = (key: 'statements' | 'kills' | 'seconds') => results.reduce((total, [, result]) => total + result[key], 0)
    const failures = results.flatMap(([, result]) => result.failures)
    const totals = { checksum: '', statements: sum('statements'), kills: sum('kills'), failures: [], seconds: sum('seconds') }
    printLine(database, `${results.length} in total, ${failures.length} kills failed`, totals)
    if (failures.length > 0) process.exitCode = 1
  }
}
