// `npm run cluster` starts a cluster of two shards with two replicas each on this machine, and runs the tests that
// depend most on ClickHouse against it. If this machine can't start a cluster, the tests are skipped, or fail with
// `--required`. `npm run cluster -- --url http://user:password@host:8123/database` uses another cluster. Its name must
// be `shelf`, or be given with `--name`. `--retry 1` repeats a failed test once. `--compare` runs compare-responses.ts
// instead, and `--migrations` runs migration-cases.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClickHouseDatabase } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { addTestResults } from '../vitest/test-results.ts'
import { runMigrationCases } from './migration-cases.ts'
import { clusterName, findMissingPart, openCluster } from './open-cluster.ts'

const root = join(import.meta.dirname, '..', '..')

/** These tests run first, because every other test fails if the tables are missing. */
const migrationTests = ['apps/server/src/processes/commands/database-commands.test.ts']

const otherTests = [
  'apps/server/src/platform/clickhouse/read-after-write.test.ts',
  'apps/server/src/processes/commands/move-command.test.ts',
  'apps/server/test/cluster/*.test.ts',
  'apps/server/src/{analytics,earnings,clicks/moves,clicks/shipping}/**/*.test.ts',
]

const isCompared = '`npm run cluster -- --compare` compares its queries'

/** Files of the folders above that are not run. Each value is the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'apps/server/src/analytics/analytics-slots.test.ts': 'it tests the queue of one process',
  'apps/server/src/analytics/click-limit.test.ts': isCompared,
  'apps/server/src/analytics/create-link-visits.test.ts': 'it inserts clicks as shipper.test.ts does',
  'apps/server/src/analytics/domain-clicks.test.ts': isCompared,
  'apps/server/src/analytics/export/export-analytics.test.ts': isCompared,
  'apps/server/src/analytics/rollups/link-rollups.test.ts': 'daily-rollups.test.ts makes the same rollups',
  'apps/server/src/analytics/deletions/reconcile-click-rollups.test.ts': 'it repeats for minutes the statements of delete-clicks.test.ts',
  'apps/server/src/analytics/rollups/rollup-migrations.test.ts': 'it takes long, and opens data of releases without clusters',
  'apps/server/src/analytics/scans.test.ts': isCompared,
  'apps/server/src/analytics/source-clicks.test.ts': isCompared,
  'apps/server/src/analytics/store-traffic.test.ts': isCompared,
  'apps/server/src/analytics/two-shards.test.ts': 'it starts two servers of its own',
  'apps/server/src/analytics/video-clicks.test.ts': isCompared,
  'apps/server/src/clicks/moves/move-clicks.test.ts': 'it takes a minute, and move-command.test.ts moves clicks too',
  'apps/server/src/earnings/matching/match-earnings.test.ts': 'it takes long, and reads clicks by their ids as shipper.test.ts does',
  'apps/server/src/earnings/postbacks/postbacks.test.ts': 'it takes long, and reads clicks as import-workbook.test.ts does',
}

const { values, positionals: shapes } = parseArgs({
  options: {
    url: { type: 'string' },
    name: { type: 'string', default: clusterName },
    compare: { type: 'boolean', default: false },
    migrations: { type: 'boolean', default: false },
    required: { type: 'boolean', default: false },
    retry: { type: 'string', default: '0' },
  },
  allowPositionals: true,
})

let running: ChildProcess | undefined

process.exitCode = await main()

async function main(): Promise<number> {
  const run = values.compare ? compare : runTests
  if (values.url !== undefined) return run(values.url)
  const missing = findMissingPart()
  if (missing !== undefined) {
    if (values.required) return addFailure(missing)
    process.stdout.write(`${missing} The tests on a cluster are skipped.\n`)
    return 0
  }
  // Child processes get the signal of a terminal too. This process waits until Vitest has ended, and then stops the
  // cluster.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (running === undefined) process.exit(1)
      running.kill(signal)
    })
  try {
    if (values.migrations) return (await runMigrationCases(shapes)).failed === 0 ? 0 : 1
    await using cluster = await openCluster()
    return await run(cluster.urls[0] ?? '')
  } catch (error) {
    return addFailure(error instanceof Error ? error.message : String(error))
  }
}

async function compare(url: string): Promise<number> {
  // Imported only when it is needed, because it loads the whole api.
  const { compareResponses } = await import('./compare-responses.ts')
  return (await compareResponses(url, values.name)) ? 0 : 1
}

/** Runs one file at a time. Nodes that share two cores are fastest if they serve one test at a time. */
async function runTests(url: string): Promise<number> {
  await createClickHouseDatabase(url, { cluster: values.name })
  const files = globSync(otherTests, { cwd: root }).filter((file) => usesClickHouse(file) && !(file in leftOut))
  process.stdout.write('Left out:\n')
  for (const [file, reason] of Object.entries(leftOut)) process.stdout.write(`  ${file}: ${reason}\n`)
  // The file passes the results of the first run to the second run, which prints both.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-results-'))
  const resultsFile = process.env.TEST_RESULTS_FILE ?? join(folder.path, 'results.txt')
  const environment = { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: values.name, TEST_RESULTS_FILE: resultsFile }
  return (await runVitest(migrationTests, environment)) || (await runVitest(files, environment))
}

function usesClickHouse(file: string): boolean {
  return /\bclicks: true\b|\bclickhouse(ServerUrl|Cluster)\b/.test(readFileSync(join(root, file), 'utf8'))
}

function runVitest(files: readonly string[], environment: Record<string, string>): Promise<number> {
  const args = ['run', '--project', 'server', '--maxWorkers', '1', '--retry', values.retry, ...files]
  running = spawn('vitest', args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'inherit' })
  const child = running
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Adds one failed test, because the tests could not run. */
function addFailure(reason: string): number {
  const failures = [`FAILED  The tests on a cluster could not run: ${reason}`]
  process.stdout.write(`\n${addTestResults({ passed: 0, failed: 1, failures })}\n`)
  return 1
}
