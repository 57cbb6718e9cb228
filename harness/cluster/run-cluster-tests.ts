// `npm run cluster` runs the tests that depend most on ClickHouse against a cluster of two shards with two replicas
// each, which it starts on this machine. `npm run cluster -- --url http://user:password@host:8123/database` runs them
// against another cluster, whose name is `shelf`, or the one that `--name` gives. With `--required` it fails if this
// machine can't start one. `--compare` runs compare-responses.ts instead, and `--migrations` migration-cases.ts.
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClickHouseDatabase } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { addTestCounts } from '../vitest/test-counts.ts'
import { runMigrationCases } from './migration-cases.ts'
import { clusterName, findMissingPart, openCluster } from './open-cluster.ts'

const root = join(import.meta.dirname, '..', '..')

/** They run first: without the tables every other test fails. */
const migrationTests = ['apps/server/src/processes/commands/database-commands.test.ts']

const otherTests = [
  'apps/server/src/platform/clickhouse/read-after-write.test.ts',
  'apps/server/src/processes/commands/move-command.test.ts',
  'apps/server/test/cluster/*.test.ts',
  'apps/server/src/{analytics,earnings,clicks/moves,clicks/shipping}/**/*.test.ts',
]

const isCompared = '`npm run cluster -- --compare` compares its queries'

/** Files of the folders above that are not run, each with the reason. */
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
    process.stdout.write(`${missing}${values.required ? '' : ' The tests on a cluster are skipped.'}\n`)
    return values.required ? countFailure() : 0
  }
  // Children get the signal of a terminal too. This process waits until Vitest has ended, and then stops the cluster.
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
    process.stdout.write(`The tests on a cluster could not run: ${error instanceof Error ? error.message : error}\n`)
    return countFailure()
  }
}

async function compare(url: string): Promise<number> {
  // Loaded when it is needed: it loads the whole api.
  const { compareResponses } = await import('./compare-responses.ts')
  return (await compareResponses(url, values.name)) ? 0 : 1
}

/** Runs file by file, because nodes that share two cores serve one test at a time best. */
async function runTests(url: string): Promise<number> {
  await createClickHouseDatabase(url, { cluster: values.name })
  const files = globSync(otherTests, { cwd: root }).filter((file) => usesClickHouse(file) && !(file in leftOut))
  process.stdout.write('Left out:\n')
  for (const [file, reason] of Object.entries(leftOut)) process.stdout.write(`  ${file}: ${reason}\n`)
  // The second run's last line includes the first one's counts.
  await using folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-counts-'))
  const countsFile = process.env.TEST_COUNTS_FILE ?? join(folder.path, 'counts.json')
  const environment = { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: values.name, TEST_COUNTS_FILE: countsFile }
  return (await runVitest(migrationTests, environment)) || (await runVitest(files, environment))
}

function usesClickHouse(file: string): boolean {
  return /\bclicks: true\b|\bclickhouse(ServerUrl|Cluster)\b/.test(readFileSync(join(root, file), 'utf8'))
}

function runVitest(files: readonly string[], environment: Record<string, string>): Promise<number> {
  const args = ['run', '--project', 'server', '--maxWorkers', '1', ...files]
  running = spawn('vitest', args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'inherit' })
  const child = running
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** The tests did not run, which counts as one that failed. */
function countFailure(): number {
  process.stdout.write(`\n${addTestCounts({ passed: 0, failed: 1 })}\n`)
  return 1
}
