// `npm run cluster -- --migrations [1x2 2x1 2x2]` runs `linkshelf migrate` on clusters of these shapes. There are cases
// in which `migrate` runs undisturbed, is killed at its statements, or runs while a server is down. The script prints a
// line for each case.
import { readFile, writeFile } from 'node:fs/promises'
import { readConfig } from '../../apps/server/src/config.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { runMigrate } from '../../apps/server/src/processes/commands/database-commands.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { expectEqual, expectRows, expectSettled, selectChanges, selectReadOnly, selectTables } from './compare-databases.ts'
import { fillBeforeMigration } from './earlier-rows.ts'
import { type Cluster, type ClusterShape, clusterName, openCluster } from './open-cluster.ts'
import { type Cut, openCuttingProxy } from './open-cutting-proxy.ts'
import { repeatDuringInsert } from './repeat-during-insert.ts'

const allShapes: Readonly<Record<string, ClusterShape>> = {
  '1x2': { shards: 1, replicas: 2 },
  '2x1': { shards: 2, replicas: 1 },
  '2x2': { shards: 2, replicas: 2 },
}

/** Limits the time until `migrate` reports a server that does not answer. */
const startErrorMs = 10_000
/** Statements at which `migrate` is killed, as a percentage of the statements of an undisturbed run. */
const killedAt = [3, 20, 40, 60, 80, 97]

interface Report {
  passed: number
  failed: number
}

/** Runs `migrate` on clusters of the given shapes. Throws if a shape is not in `allShapes`. */
export async function runMigrationCases(shapes: readonly string[]): Promise<Report> {
  const report: Report = { passed: 0, failed: 0 }
  await using postgres = await openBenchPostgres()
  for (const shape of shapes.length > 0 ? shapes : Object.keys(allShapes)) {
    if (allShapes[shape] === undefined) throw new Error(`There are the shapes ${Object.keys(allShapes).join(', ')}, and not ${shape}.`)
    await using cluster = await openCluster(allShapes[shape])
    await runCases({ cluster, shape: allShapes[shape], databaseUrl: postgres.url }, async (name, run) => {
      const startedAt = performance.now()
      const reason = await run().then(() => undefined, toReason)
      report[reason === undefined ? 'passed' : 'failed'] += 1
      const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8)
      process.stdout.write(`${shape}  ${name.padEnd(76)} ${took}  ${reason ?? 'ok'}\n`)
    })
  }
  return report
}

interface Databases {
  cluster: Cluster
  shape: ClusterShape
  databaseUrl: string
}

async function runCases(databases: Databases, runCase: (name: string, run: () => Promise<void>) => Promise<void>): Promise<void> {
  const { nodes, keeper, urls } = databases.cluster
  const last = nodes.length - 1

  // These cases come before any tables exist, because tables need the macros and a server without macros would not
  // start.
  for (const [what, macros, message] of [
    ['lacks its macros', '', /^The macros shard and replica are missing on /],
    [
      'has the macros of another',
      '<macros><shard>1</shard><replica>1</replica></macros>',
      /^The macros shard and replica are the same on /,
    ],
  ] as const)
    await runCase(`a node ${what}`, async () => {
      await using _changed = await withMacros(databases.cluster, last, macros)
      await expectStartError(databases, 'macros', message)
    })

  let statements = 0
  const tables = new Map<string, string>()
  await runCase('an empty database', async () => {
    await using proxy = await openCuttingProxy(toDatabaseUrl(urls[0], 'undisturbed'), () => {
      statements += 1
      return undefined
    })
    await migrate(databases, proxy.url)
    for (const [node, text] of await selectTables(urls, 'undisturbed')) tables.set(node, text)
    for (const text of tables.values()) expectEqual('the tables of another node', text, tables.get('node 1'))
  })
  const expectTables = async (database: string) =>
    await expectSettled(`the tables of ${database}`, () => selectTables(databases.cluster.urls, database), Object.fromEntries(tables))

  await runCase('a second run', async () => {
    const before = await selectChanges(databases.cluster.urls, 'undisturbed')
    await migrate(databases, 'undisturbed')
    expectEqual('the times of changes', await selectChanges(databases.cluster.urls, 'undisturbed'), before)
    await expectTables('undisturbed')
  })
  for (const [nth, url] of urls.entries())
    await runCase(`through node ${nth + 1}`, async () => {
      await migrate(databases, toDatabaseUrl(url, `through_${nth}`))
      await expectTables(`through_${nth}`)
    })
  await runCase('two at once, through different nodes', async () => {
    await Promise.all([urls[0], urls[last]].map((url) => migrate(databases, toDatabaseUrl(url, 'twice'))))
    await expectTables('twice')
  })
  await runCase(`killed at each of ${statements} statements, and repeated each time`, async () => {
    await migrateWithCuts(databases, 'each', createCutAtEach())
    await expectTables('each')
  })
  for (const percent of killedAt)
    await runCase(`killed at the statement at ${percent} percent, and repeated`, async () => {
      const at = Math.ceil((statements * percent) / 100)
      let nth = 0
      await migrateWithCuts(databases, `at_${percent}`, () => {
        nth += 1
        return nth === at ? (at % 2 === 0 ? 'answered' : 'sent') : undefined
      })
      await expectTables(`at_${percent}`)
    })

  for (const before of ['0022', '0020'])
    await runCase(`filled before ${before}`, async () => {
      await fill(databases, `filled_${before}`, before)
      await migrate(databases, `filled_${before}`)
      await expectTables(`filled_${before}`)
      await expectRows(databases.cluster.urls, databases.shape, `filled_${before}`)
    })
  await runCase('filled before 0020, killed at each statement, and repeated each time', async () => {
    await fill(databases, 'filled_each', '0020')
    await migrateWithCuts(databases, 'filled_each', createCutAtEach())
    await expectTables('filled_each')
    await expectRows(databases.cluster.urls, databases.shape, 'filled_each')
  })

  await runCase('killed during an INSERT that continues, and repeated', () => repeatDuringInsert(urls))

  await runCase('the cluster names a host that does not answer', async () => {
    await expectStartError(databases, 'unreachable', /^No answer from 127\.0\.0\.1:9 of the ClickHouse cluster /, 'unreachable')
  })
  await fill(databases, 'pending', '0022')
  for (const [nth, node] of nodes.entries()) {
    await node.kill()
    await runCase(`node ${nth + 1} is down, with an empty database`, () => expectStartError(databases, 'new', /^No answer from \S+ of /))
    await runCase(`node ${nth + 1} is down, with a database of an earlier release`, () =>
      expectStartError(databases, 'pending', /^No answer from \S+ of /),
    )
    await runCase(`node ${nth + 1} is down, and nothing is left to migrate`, () => migrate(databases, 'undisturbed'))
    await node.start()
  }
  await keeper.kill()
  // Each node notices at a different time that its connection is lost, so there are two possible messages.
  const message = /^(No connection to Keeper or ZooKeeper from \S+:\d+[,:]|ClickHouse can't use its Keeper or ZooKeeper) /
  await runCase('the keeper is down, with an empty database', () => expectStartError(databases, 'new', message))
  await runCase('the keeper is down, with a database of an earlier release', () => expectStartError(databases, 'pending', message))
  await runCase('the keeper is down, and nothing is left to migrate', () => migrate(databases, 'undisturbed'))
  await keeper.start()
  await runCase('every server is back', async () => {
    await expectSettled('the replicas that only read', () => selectReadOnly(databases.cluster.urls), {})
    await migrate(databases, 'pending')
    await expectTables('pending')
    await expectRows(databases.cluster.urls, databases.shape, 'pending')
  })
}

function toDatabaseUrl(url: string | undefined, database: string): string {
  return replaceLogin(url ?? '', { database })
}

/** `urlOrDatabase` is the URL of a node, or the name of a database on the whole cluster. */
async function migrate({ cluster, databaseUrl }: Databases, urlOrDatabase: string, name = clusterName): Promise<void> {
  const url = urlOrDatabase.includes('://') ? urlOrDatabase : toDatabaseUrl(cluster.urls.join(','), urlOrDatabase)
  await runMigrate(readConfig({ DATABASE_URL: databaseUrl, CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: name }))
}

/**
 * Returns a function that cuts the connection once at each different statement. It alternates between a cut after the
 * node has received the statement and a cut after the node has executed the statement.
 */
function createCutAtEach(): (statement: string) => Cut | undefined {
  const seen = new Set<string>()
  return (statement) => {
    if (seen.has(statement)) return undefined
    seen.add(statement)
    return seen.size % 2 === 0 ? 'answered' : 'sent'
  }
}

/** Repeats `migrate` until a run is not cut. Throws if a run fails for another reason. */
async function migrateWithCuts(databases: Databases, database: string, findCut: (statement: string) => Cut | undefined): Promise<void> {
  let isCut = true
  await using proxy = await openCuttingProxy(toDatabaseUrl(databases.cluster.urls[0], database), (statement) => {
    const cut = findCut(statement)
    isCut ||= cut !== undefined
    return cut
  })
  while (isCut) {
    isCut = false
    proxy.reopen()
    await migrate(databases, proxy.url).catch((error: unknown) => {
      if (!isCut) throw error
    })
  }
}

async function expectStartError(databases: Databases, database: string, message: RegExp, cluster?: string): Promise<void> {
  const before = await selectTables(databases.cluster.urls, database)
  const startedAt = performance.now()
  const error: unknown = await migrate(databases, database, cluster).then(
    () => undefined,
    (reason) => reason,
  )
  const tookMs = performance.now() - startedAt
  if (!(error instanceof StartError))
    throw new Error(`migrate threw no StartError, but ${error === undefined ? 'succeeded' : toReason(error)}`)
  if (!message.test(error.message) || !/; nothing was changed\.$/.test(error.message) || error.message.includes('\n'))
    throw new Error(`migrate threw another StartError: ${error.message}`)
  if (tookMs > startErrorMs) throw new Error(`The StartError came after ${Math.round(tookMs / 1000)} s`)
  expectEqual('the tables', await selectTables(databases.cluster.urls, database), before)
}

/** Fills a database on the cluster, and another database only on its first node. Migrates the second database. */
async function fill(databases: Databases, database: string, before: string): Promise<void> {
  const [first = ''] = databases.cluster.urls
  await fillBeforeMigration(toDatabaseUrl(first, database), before, clusterName)
  await fillBeforeMigration(toDatabaseUrl(first, `${database}_alone`), before)
  const url = toDatabaseUrl(first, `${database}_alone`)
  await runMigrate(readConfig({ DATABASE_URL: databases.databaseUrl, CLICKHOUSE_URL: url }))
}

/** Restarts a node with other macros. Disposal restarts it with its own macros. */
async function withMacros({ nodes }: Cluster, nth: number, macros: string): Promise<AsyncDisposable> {
  const node = nodes[nth]
  if (node === undefined) throw new Error(`There is no node ${nth + 1}`)
  const settings = await readFile(node.settingsFile, 'utf8')
  const restart = async (text: string) => {
    await node.kill()
    await writeFile(node.settingsFile, text)
    await node.start()
  }
  await restart(settings.replace(/<macros>.*<\/macros>/s, macros))
  return { [Symbol.asyncDispose]: () => restart(settings) }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
