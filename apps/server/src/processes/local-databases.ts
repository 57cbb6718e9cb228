import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { MigratedDatabases } from '../databases/newer-databases.ts'
import { lockDataDirectory } from '../platform/process/data-directory-lock.ts'
import type { Log } from '../platform/process/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { type SupervisedProcess, supervise } from '../platform/process/supervisor.ts'
import { type RunProcess, startEngine, startPostgres } from './local-processes.ts'
import { findStores, getClickHouseOwnerUrl, getOwnerUrl } from './stores.ts'

export interface CommandContext {
  /** The path of main.ts, which the engine's process runs. */
  mainFile: string
  log: Log
}

/**
 * Runs `work` with the databases of the instance, whether it runs or not: with those of the instance that runs on this
 * data folder, or else with those that the configuration names. Embedded databases that do not run are started, and
 * stopped after `work`. Throws a StartError if the data folder has no embedded databases, unless `creates` is set.
 */
export async function withDatabases<Result>(
  config: Config,
  context: CommandContext,
  work: (databases: MigratedDatabases) => Promise<Result>,
  { creates = false } = {},
): Promise<Result> {
  const running = await findStores(config.dataFolder)
  if (running !== undefined) return work(running)
  if (config.databaseUrl !== undefined && config.clickhouseUrl !== undefined)
    return work({ databaseUrl: getOwnerUrl(config), clickhouseUrl: getClickHouseOwnerUrl(config) })
  if (!creates && config.databaseUrl === undefined && !existsSync(join(config.dataFolder, 'postgres')))
    throw new StartError(`There is no instance in ${config.dataFolder}. Choose its data folder with LINKSHELF_DATA.`)
  return withStartedDatabases(config, context, work)
}

async function withStartedDatabases<Result>(
  config: Config,
  { mainFile, log }: CommandContext,
  work: (databases: MigratedDatabases) => Promise<Result>,
): Promise<Result> {
  const lock = await lockDataDirectory(config.dataFolder)
  const started: SupervisedProcess[] = []
  const run: RunProcess = async (spec, isRecorded) => {
    started.push(await supervise(spec, log, (name, pid) => isRecorded && lock.recordChild(name, pid)))
  }
  try {
    const databaseUrl = config.databaseUrl ?? (await startPostgres(config, run))
    const clickhouseUrl = config.clickhouseUrl ?? (await startEngine(config, mainFile, run)).clickhouseUrl
    return await work({ databaseUrl, clickhouseUrl })
  } finally {
    for (const process of started.reverse()) await process.stop()
    lock.release()
  }
}
