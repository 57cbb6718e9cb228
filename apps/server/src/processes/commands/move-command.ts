import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { computeFirstCompleteDay, getClickRetentionMonths } from '../../analytics/index.ts'
import { assertMovable, assertMovedAway, type ClickStore, dropOldClicks, moveClicks, openClickStore } from '../../clicks/index.ts'
import type { Config } from '../../config.ts'
import { assertClickHouse, prepareClickHouse } from '../../databases/database.ts'
import { assertMigrations, clickhouseFolder, postgresFolder } from '../../databases/newer-databases.ts'
import { assertCluster } from '../../platform/clickhouse/assert-cluster.ts'
import { isOneClickHouse } from '../../platform/clickhouse/clickhouse-addresses.ts'
import { clusterNamePattern } from '../../platform/clickhouse/clickhouse-cluster.ts'
import { findAppliedMigrations as findAppliedInClickHouse, hasPendingMigrations } from '../../platform/clickhouse/clickhouse-migrations.ts'
import { openEngine } from '../../platform/clickhouse/engine/open-engine.ts'
import { systemClock } from '../../platform/clock.ts'
import { listMigrations } from '../../platform/migration-files.ts'
import { findAppliedMigrations } from '../../platform/postgres/postgres-migrations.ts'
import type { Log } from '../../platform/process/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { findStores, getOwnerUrl } from '../stores.ts'

const usage = `Usage: linkshelf move clicks http://user:password@host:8123/database [--cluster <name>]
       linkshelf move clicks --drop-old [http://user:password@host:8123/database]`

/**
 * Moves clicks to the ClickHouse of the URL, or drops an old copy of them. The clicks are in the ClickHouse of the
 * instance that runs on this data folder, or else in the ClickHouse of CLICKHOUSE_URL.
 */
export async function runMove(config: Config, log: Log, args: string[]): Promise<void> {
  const { url, cluster, isDrop } = readArguments(args)
  const running = await findStores(config.dataFolder)
  const databaseUrl = running?.databaseUrl ?? getOwnerUrl(config)
  if (isDrop) return url === undefined ? dropEmbeddedClicks(config, databaseUrl, log) : dropClicks(databaseUrl, url)
  if (url === undefined) throw new StartError(usage)
  const sourceUrl = running?.clickhouseUrl ?? config.clickhouseUrl
  if (sourceUrl === undefined)
    throw new StartError('CLICKHOUSE_URL names no server. Set it, or start Linkshelf first: its own engine runs with it.')
  await moveTo({ databaseUrl, sourceUrl, targetUrl: url, cluster })
}

function readArguments(args: string[]): { url: string | undefined; cluster: string | undefined; isDrop: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { cluster: { type: 'string' }, 'drop-old': { type: 'boolean', default: false } },
    })
    const [what, url, ...others] = positionals
    const { cluster, 'drop-old': isDrop } = values
    const isValid = what === 'clicks' && others.length === 0 && (url === undefined || isOneClickHouse(url))
    if (isValid && (cluster === undefined || (clusterNamePattern.test(cluster) && !isDrop))) return { url, cluster, isDrop }
  } catch {
    // parseArgs throws if an option is unknown.
  }
  throw new StartError(usage)
}

interface ClickMove {
  databaseUrl: string
  sourceUrl: string
  targetUrl: string
  cluster: string | undefined
}

async function moveTo({ databaseUrl, sourceUrl, targetUrl, cluster }: ClickMove): Promise<void> {
  await assertClickHouse(targetUrl, cluster, 'the URL of the new ClickHouse')
  await assertClickHouse(sourceUrl, undefined)
  await assertMigrations({ databaseUrl, clickhouseUrl: targetUrl })
  await using source = await openClickStore(sourceUrl)
  if (source.cluster !== undefined) await assertCluster(source.client, source.cluster)
  if ((await hasPendingMigrations(sourceUrl, clickhouseFolder, source)) || (await isPostgresPending(databaseUrl)))
    throw new StartError(
      'The databases have the schemas of an older release: run `linkshelf migrate` or `linkshelf start` of this release first.',
    )
  // The target gets the retention of the source, because this command may run without the settings of the processes.
  const clickRetentionMonths = await getClickRetentionMonths({ clickhouse: source.client }, source)
  await assertTarget({ databaseUrl, source, targetUrl, cluster })
  await prepareClickHouse({ databaseUrl, clickhouseUrl: targetUrl }, { clickhouseCluster: cluster, clickRetentionMonths })
  await using target = await openClickStore(targetUrl)
  const findExpiredBefore = () => computeFirstCompleteDay(systemClock.now(), clickRetentionMonths) * 1_000
  await moveClicks({ databaseUrl, source, target, findExpiredBefore, print })
  const setting = cluster === undefined ? 'remove CLICKHOUSE_CLUSTER' : `set CLICKHOUSE_CLUSTER to ${cluster}`
  print(`Set CLICKHOUSE_URL to the new URL, ${setting}, and restart every process. Until then clicks stay in the journals.`)
}

async function isPostgresPending(databaseUrl: string): Promise<boolean> {
  const applied = new Set((await findAppliedMigrations(databaseUrl)).map(({ name }) => name))
  return (await listMigrations(postgresFolder)).some((name) => !applied.has(name))
}

interface Target extends Pick<ClickMove, 'databaseUrl' | 'targetUrl' | 'cluster'> {
  source: ClickStore
}

/**
 * Throws a StartError if the target was migrated before and clicks may not be moved to it. Changes nothing in the
 * target, because another instance may use it.
 */
async function assertTarget({ databaseUrl, source, targetUrl, cluster }: Target): Promise<void> {
  if ((await findAppliedInClickHouse(targetUrl)).length === 0) return
  await using target = await openClickStore(targetUrl)
  await assertMovable({ databaseUrl, source, target })
  if (target.cluster === cluster) return
  const found = target.cluster === undefined ? 'are those of one server' : `belong to the cluster "${target.cluster}"`
  throw new StartError(`The tables of ${target.address} ${found}: correct --cluster, or name another database; nothing was changed.`)
}

async function dropClicks(databaseUrl: string, url: string): Promise<void> {
  await assertClickHouse(url, undefined, 'the URL of the old ClickHouse')
  await using old = await openClickStore(url)
  await dropOldClicks({ databaseUrl, old, print })
}

/**
 * Opens the embedded engine, which must not be running, to check whether its clicks have moved. Then deletes its data.
 */
async function dropEmbeddedClicks({ dataFolder }: Config, databaseUrl: string, log: Log): Promise<void> {
  const dataDirectory = join(dataFolder, 'clickhouse')
  if (!existsSync(dataDirectory))
    throw new StartError(`${dataDirectory} does not exist: name the URL of the old ClickHouse; nothing was dropped.`)
  const password = randomBytes(24).toString('base64url')
  const engine = await openEngine({ dataDirectory, passwords: { default: password }, log })
  try {
    await using old = await openClickStore(`http://default:${password}@127.0.0.1:${engine.port}/default`)
    await assertMovedAway({ databaseUrl, old: { ...old, address: dataDirectory } })
  } finally {
    await engine.close()
  }
  print(`Dropping ${dataDirectory}`)
  await rm(dataDirectory, { recursive: true })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
