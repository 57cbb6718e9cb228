// Kills the process that migrates ClickHouse with SIGKILL, and starts it again.
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareClickHouse } from '../../../apps/server/src/databases/database.ts'
import { openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { type Cut, openCuttingProxy } from '../../../harness/cluster/open-cutting-proxy.ts'
import {
  type ClickHouseServer,
  copyClickHouseDatabase,
  describeClickHouseDatabase,
  dropClickHouseDatabase,
} from './clickhouse-databases.ts'
import { createDatabaseName } from './kill-postgres.ts'
import { findDifference, type KillResult, runEach } from './kill-result.ts'
import { type KillableProcess, startKillableProcess, type Task } from './killable-process.ts'

const killsAtOnce = 2

/** With these settings an INSERT stores its rows one by one and soon fails, after it has stored some of them. */
const failsInTheMiddle = {
  max_execution_time: '0.1',
  max_threads: '1',
  max_insert_threads: '1',
  max_block_size: '1',
  max_insert_block_size: '1',
  min_insert_block_size_rows: '1',
  min_insert_block_size_bytes: '1',
}

interface ClickHouseWork {
  state: string
  task: Task
  argument: string
  databaseUrl: string
  /** Does the work without a kill. */
  run(clickhouseUrl: string): Promise<void>
}

/**
 * Kills the process at each statement of a file: before the server receives it, and while the server executes it. An
 * INSERT also fails after it has stored some rows. `folder` has every file up to the file that is killed.
 */
export async function killClickHouseFile(
  server: ClickHouseServer,
  { state, folder }: { state: string; folder: string },
): Promise<KillResult> {
  const run = async (clickhouseUrl: string) => {
    const client = openClickHouse(clickhouseUrl)
    await migrateClickHouse(client, folder).finally(() => client.close())
  }
  return killEachStatement(server, { state, run, task: 'clickhouse-files', argument: folder, databaseUrl: '' })
}

/**
 * Kills the process at each statement after the files. `databaseUrl` names a PostgreSQL database that has all
 * migrations.
 */
export async function killClickHouseSteps(
  server: ClickHouseServer,
  { state, databaseUrl }: { state: string; databaseUrl: string },
): Promise<KillResult> {
  const run = (clickhouseUrl: string) =>
    prepareClickHouse({ databaseUrl, clickhouseUrl }, { clickhouseCluster: undefined, clickRetentionMonths: 24 })
  return killEachStatement(server, { state, run, task: 'clickhouse-steps', argument: '', databaseUrl })
}

type Kill = { nth: number; cut: Cut; isPartial: boolean }

async function killEachStatement(server: ClickHouseServer, work: ClickHouseWork): Promise<KillResult> {
  const failures: string[] = []
  const statements: string[] = []
  const expected = createDatabaseName()
  await copyClickHouseDatabase(server, work.state, expected)
  await using counting = await openCuttingProxy(server.toUrl(expected), (statement) => {
    statements.push(statement)
    return undefined
  })
  await work.run(counting.url)
  const lines = await describeClickHouseDatabase(server, expected)
  const kills: Kill[] = statements.flatMap((statement, nth) => [
    ...(['withheld', 'sent'] as const).map((cut) => ({ nth, cut, isPartial: false })),
    ...(/^(\s|--[^\n]*\n)*insert\b.*\bselect\b/is.test(statement) ? [{ nth, cut: 'answered' as const, isPartial: true }] : []),
  ])
  await runEach(kills, killsAtOnce, async (kill) => {
    const database = createDatabaseName()
    await copyClickHouseDatabase(server, work.state, database)
    try {
      await killProcess(server, { ...work, database, kill })
      await work.run(server.toUrl(database))
      const difference = findDifference(await describeClickHouseDatabase(server, database), lines)
      if (difference !== undefined) throw new Error(difference)
    } catch (error) {
      const when = kill.isPartial ? 'in the middle of' : kill.cut === 'withheld' ? 'before' : 'during'
      failures.push(`${when} statement ${kill.nth + 1}: ${error instanceof Error ? error.message : error}`)
    }
    await dropClickHouseDatabase(server, database)
  })
  await dropClickHouseDatabase(server, expected)
  return { statements: statements.length, kills: kills.length, failures }
}

async function killProcess(
  server: ClickHouseServer,
  { database, kill, task, argument, databaseUrl }: ClickHouseWork & { database: string; kill: Kill },
): Promise<void> {
  let child: KillableProcess | undefined
  let seen = -1
  const findCut = () => {
    seen += 1
    if (seen !== kill.nth) return undefined
    child?.kill()
    return kill.cut
  }
  await using proxy = await openCuttingProxy(server.toUrl(database), findCut, kill.isPartial ? failsInTheMiddle : {})
  child = startKillableProcess(task, { databaseUrl, clickhouseUrl: proxy.url, argument })
  const messages = await child.ended
  if (messages !== undefined) throw new Error(messages)
  if (seen < kill.nth) throw new Error('the process ended before the statement')
  while (!proxy.isBroken()) await sleep(1)
}
