import type { Config } from '../config.ts'
import { prepareClickHouse, prepareDatabase } from '../database.ts'
import type { ProcessSpec } from '../platform/process/child-process.ts'
import { type DataDirectoryLock, lockDataDirectory } from '../platform/process/data-directory-lock.ts'
import type { Log } from '../platform/process/log.ts'
import { type SupervisedProcess, supervise } from '../platform/process/supervisor.ts'
import { commandProcess, startEngine, startPostgres } from './local-processes.ts'

const reloadable = ['api', 'edge', 'jobs'] as const

/** Visitors first, so that none is sent to a closed port; databases last. */
const stopOrder = [['api', 'edge'], ['jobs'], ['engine', 'postgres']]

export interface Running {
  /** Stops every process in order and releases the data directory. */
  stop(): Promise<void>
  /** Restarts api, edge and jobs with the current files; the databases keep running. */
  reload(): void
}

/**
 * Starts everything on one machine: PostgreSQL and the ClickHouse engine unless the configuration has addresses of others, then api, edge and jobs, each a
 * supervised child process. Rejects with a StartError when one of them can't start, after stopping the others.
 */
export async function startAllProcesses(config: Config, mainFile: string, log: Log): Promise<Running> {
  const lock = await lockDataDirectory(config.dataFolder)
  const running: SupervisedProcess[] = []
  const run = async (spec: ProcessSpec, isRecorded: boolean) => {
    running.push(await supervise(spec, log, (name, pid) => isRecorded && lock.recordChild(name, pid)))
  }
  try {
    const [databaseUrl, clickhouseUrl] = await allOrFirstError(
      config.databaseUrl ?? startPostgres(config, run),
      config.clickhouseUrl ?? startEngine(config, mainFile, run),
    )
    await allOrFirstError(prepareDatabase(databaseUrl), prepareClickHouse(clickhouseUrl, config))
    lock.recordAddresses({ databaseUrl, clickhouseUrl })

    const edgeUrl = config.edgeUrl ?? localEdgeUrl(config)
    const env = { ...config.environment, DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl, EDGE_URL: edgeUrl }
    await allOrFirstError(
      ...reloadable.map((command, index) => run(commandProcess(command, mainFile, { ...env, ...metricsPort(config, index) }), true)),
    )
  } catch (error) {
    await stopAll(running, lock)
    throw error
  }
  return {
    stop: () => stopAll(running, lock),
    reload() {
      for (const process of running) if (reloadable.some((name) => name === process.name)) process.restart()
    },
  }
}

async function stopAll(running: SupervisedProcess[], lock: DataDirectoryLock): Promise<void> {
  for (const names of stopOrder) {
    await Promise.all(running.filter(({ name }) => names.includes(name)).map((process) => process.stop()))
  }
  lock.release()
}

/** The edge as its own machine reaches it, which may not be able to connect to its public address. */
function localEdgeUrl({ host, linksPort }: Config): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${linksPort}`
}

/** The metrics of api, edge and jobs are on consecutive ports. */
function metricsPort({ metrics }: Config, index: number): { METRICS_PORT?: string } {
  return metrics === undefined || metrics.port === 0 ? {} : { METRICS_PORT: String(metrics.port + index) }
}

/** As `Promise.all`, but rejects only when every promise is settled, so that nothing is still being started when the caller cleans up. */
async function allOrFirstError<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(work)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(work) as Promise<{ [K in keyof T]: Awaited<T[K]> }>
}
