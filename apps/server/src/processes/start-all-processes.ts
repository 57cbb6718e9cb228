import { isDatabasePaused, openBackupTarget, openListUpdates } from '../backups/migrate.ts'
import type { Config } from '../config.ts'
import { ensureClickHouseAccounts } from '../databases/clickhouse-accounts.ts'
import { assertDatabases, prepareClickHouse, prepareDatabase } from '../databases/database.ts'
import { ensureDatabaseAccounts } from '../databases/database-accounts.ts'
import { assertPortFree, toLocalUrl } from '../platform/http/listen.ts'
import { writeCheckpoint } from '../platform/postgres/embedded-postgres.ts'
import { withConnection } from '../platform/postgres/with-connection.ts'
import type { ProcessSpec } from '../platform/process/child-process.ts'
import { type DataDirectoryLock, lockDataDirectory } from '../platform/process/data-directory-lock.ts'
import type { Log } from '../platform/process/log.ts'
import { type SupervisedProcess, supervise } from '../platform/process/supervisor.ts'
import { openBackupRuns } from './backup-runs.ts'
import { createReloadableProcesses, type ReloadableProcess, startEngine, startPostgres } from './local-processes.ts'
import { runUpgrade, type UpgradeOptions } from './run-upgrade.ts'
import { type ClickHouseStore, getClickHouseOwnerUrl } from './stores.ts'

/** Databases stop last, because the other processes write to them until they end. */
const stopOrder: readonly Role[][] = [['api', 'edge', 'jobs', 'ship'], ['database']]

type Role = ReloadableProcess['command'] | 'database'

interface Closeable {
  close(): Promise<void>
}

interface RunningProcess {
  role: Role
  spec: ProcessSpec
  process: SupervisedProcess
}

export interface RunningInstance {
  /** Stops every process in order and releases the data directory. */
  stop(): Promise<void>
  /**
   * Restarts api, edges, jobs and ship with the current files. The databases are not restarted. Edges restart one after
   * the other. So if there are several edges, visitors can always connect, and if the new files can't start, only the
   * first edge stops.
   */
  reload(): Promise<void>
  /** Whether the instance was restored from a back-up and had not been resumed when it started. */
  isPaused: boolean
}

/**
 * Starts everything on one machine, each process as a supervised child. Starts PostgreSQL and the ClickHouse engine,
 * unless the configuration has addresses of other servers, and then api, edges, jobs and ship. If a process can't
 * start, stops the others and rejects with a StartError.
 */
export async function startAllProcesses(config: Config, mainFile: string, log: Log, upgrade: UpgradeOptions): Promise<RunningInstance> {
  const lock = await lockDataDirectory(config.dataFolder)
  const running: RunningProcess[] = []
  const run = async (role: Role, spec: ProcessSpec, isRecorded: boolean) => {
    running.push({ role, spec, process: await supervise(spec, log, (name, pid) => isRecorded && lock.recordChild(name, pid)) })
  }
  let isPaused: boolean
  let erasures: Closeable | undefined
  let backups: Closeable | undefined
  const runDatabase = (spec: ProcessSpec, isRecorded: boolean) => run('database', spec, isRecorded)
  try {
    // The ports are checked before the databases start, because that start takes seconds. Without the checks, edges
    // that share a port would also share it with the edges of another instance.
    await assertPortFree(config.host, config.port, 'PORT')
    await assertPortFree(config.host, config.linksPort, 'LINKS_PORT')
    const [databaseUrl, embedded] = await waitForAll(
      config.databaseUrl ?? startPostgres(config, runDatabase),
      config.clickhouseUrl === undefined ? startEngine(config, mainFile, runDatabase) : undefined,
    )
    const clickhouseUrl = embedded?.clickhouseUrl ?? getClickHouseOwnerUrl(config)
    await assertDatabases({ databaseUrl, clickhouseUrl }, config)
    const databaseAccounts = await ensureDatabaseAccounts(config, databaseUrl)
    const [clickhouse] = await runUpgrade(config, { databaseUrl, clickhouseUrl }, upgrade, () =>
      waitForAll(prepareEngine(config, { databaseUrl, embedded }, log), prepareDatabase(databaseUrl, databaseAccounts)),
    )
    // Migrations leave hundreds of files to write. They are written while processes start, so that an early stop does
    // not wait for them.
    if (config.databaseUrl === undefined) writeCheckpoint(databaseUrl).catch(() => undefined)
    isPaused = await withConnection(databaseUrl, isDatabasePaused)
    const stores = { databaseUrl, databaseAccounts, ...clickhouse }
    lock.recordAddresses(stores)

    const { target } = config.backups
    erasures = openListUpdates({ databaseUrl, target: target === undefined ? undefined : openBackupTarget(target), log })
    const edgeUrl = config.edgeUrl ?? toLocalUrl(config.host, config.linksPort)
    await waitForAll(
      ...createReloadableProcesses({ ...config, edgeUrl }, mainFile, stores).map(({ command, spec }) => run(command, spec, true)),
    )
    backups = openBackupRuns(config, { databaseUrl, mainFile, log, recordChild: lock.recordChild })
  } catch (error) {
    await stopAll(running, lock, { erasures, backups })
    throw error
  }
  return { stop: () => stopAll(running, lock, { erasures, backups }), reload: createReload(running), isPaused }
}

/** Migrates ClickHouse. The embedded engine has its accounts already. On a server, the accounts are created. */
async function prepareEngine(
  config: Config,
  { databaseUrl, embedded }: { databaseUrl: string; embedded: ClickHouseStore | undefined },
  log: Log,
): Promise<ClickHouseStore> {
  const clickhouseUrl = embedded?.clickhouseUrl ?? getClickHouseOwnerUrl(config)
  await prepareClickHouse({ databaseUrl, clickhouseUrl }, config)
  return embedded ?? { clickhouseUrl, clickhouseAccounts: await ensureClickHouseAccounts(config, clickhouseUrl, log) }
}

/**
 * Returns a function that restarts the processes. At most one edge is stopped at a time, even if one reload begins
 * before another ends.
 */
function createReload(running: readonly RunningProcess[]): () => Promise<void> {
  let edgesRestarted = Promise.resolve()

  async function restartEdges(): Promise<void> {
    for (const { role, process } of running) if (role === 'edge') await process.restart()
  }

  return async () => {
    const others = running.filter(({ role }) => role !== 'edge' && role !== 'database')
    edgesRestarted = edgesRestarted.then(restartEdges)
    await Promise.all([edgesRestarted, ...others.map(({ process }) => process.restart())])
  }
}

async function stopAll(
  running: readonly RunningProcess[],
  lock: DataDirectoryLock,
  { erasures, backups }: { erasures: Closeable | undefined; backups: Closeable | undefined },
): Promise<void> {
  for (const { spec } of running) spec.prepareStop?.().catch(() => undefined)
  const backupsClosed = backups?.close()
  for (const roles of stopOrder) {
    // A back-up reads the databases until it has stopped. Then the last erasures of the stopped processes are listed.
    if (roles.includes('database')) {
      await backupsClosed
      await erasures?.close()
    }
    await Promise.all(running.filter(({ role }) => roles.includes(role)).map(({ process }) => process.stop()))
  }
  lock.release()
}

/**
 * Works as `Promise.all`, but rejects only when every promise is settled. So nothing is still being started when the
 * caller cleans up.
 */
async function waitForAll<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(work)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(work) as Promise<{ [K in keyof T]: Awaited<T[K]> }>
}
