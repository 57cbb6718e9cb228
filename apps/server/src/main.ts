// The command line, and the only file that knows every process.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApi } from './api.ts'
import { openShipper } from './clicks/index.ts'
import { type Config, readConfig } from './config.ts'
import { openEdge } from './edge/index.ts'
import { openJobs } from './jobs.ts'
import { setOrganization } from './organizations/index.ts'
import { openClickHouse } from './platform/clickhouse.ts'
import { systemClock } from './platform/clock.ts'
import { openEngine } from './platform/engine/index.ts'
import { findAddresses } from './platform/folder-claim.ts'
import { makeGuardedFetch } from './platform/guarded-fetch.ts'
import { systemIds } from './platform/ids.ts'
import { type Log, openLog } from './platform/log.ts'
import { openMailer } from './platform/mail.ts'
import type { Platform } from './platform/platform.ts'
import { openPostgres } from './platform/postgres.ts'
import { stopWhenAsked, tell } from './platform/process-messages.ts'
import { StartProblem } from './platform/start-problem.ts'
import { startEverything } from './start.ts'

const mainFile = fileURLToPath(import.meta.url)
const dashboardFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

const usage = `Usage: linkshelf <command>

  start                              everything on this machine, under one supervisor
  api | edge | jobs                  one process of a fleet (DATABASE_URL and CLICKHOUSE_URL name the stores)
  organization <id> <setting>=<value> …   package, dashboard_days, full_analytics_enabled, store_page_enabled, product_page_enabled
`

const commands: Record<string, (config: Config, log: Log, args: string[]) => Promise<void>> = {
  start: runEverything,
  engine: runEngine,
  api: runApi,
  edge: runEdge,
  jobs: runJobs,
  organization: changeOrganization,
}

const [name = 'help', ...args] = process.argv.slice(2)
try {
  const command = commands[name]
  if (command === undefined) throw new StartProblem(usage)
  const config = readConfig(process.env)
  await command(config, openLog(name, config.logLevel), args)
} catch (error) {
  if (!(error instanceof StartProblem)) throw error
  // A child's sentence is told once, by whoever spawned it.
  if (process.send === undefined || name === 'start') process.stderr.write(`${error.message}\n`)
  await tell({ kind: 'problem', sentence: error.message })
  process.exit(1)
}

async function runEverything(config: Config, log: Log): Promise<void> {
  const running = await startEverything(config, mainFile, process.env, log)
  stopWhenAsked(() => running.stop())
  process.on('SIGHUP', () => running.reload())
  process.stdout.write(`
  Linkshelf is running.

  Dashboard    ${config.appUrl}
  Short links  ${config.linksUrl}

  New here? Open the dashboard and choose "Create an account", or fill it with \`npm run demo\`.
  ${config.smtpUrl ? '' : `Mail is kept in ${join(config.dataFolder, 'outbox')}. `}Ctrl-C stops everything.

`)
}

async function runEngine(config: Config, log: Log): Promise<void> {
  const engine = await openEngine({
    dataFolder: join(config.dataFolder, 'clickhouse'),
    host: '127.0.0.1',
    port: config.enginePort,
    user: 'linkshelf',
    password: config.enginePassword,
    log,
  })
  stopWhenAsked(() => engine.close())
  await tell({ kind: 'ready', port: engine.port })
}

async function runApi(config: Config, log: Log): Promise<void> {
  const platform = openPlatform(config, log)
  const api = await openApi({ platform, host: config.host, port: config.port, trustedProxies: config.trustedProxies, dashboardFolder })
  stopWhenAsked(async () => {
    await api.close()
    await closePlatform(platform)
  })
  await tell({ kind: 'ready', port: api.port })
}

async function runEdge(config: Config, log: Log): Promise<void> {
  const readUrl = config.databaseReadUrl ?? databaseUrlOf(config)
  const db = openPostgres(readUrl, 'linkshelf_edge', { size: 4 })
  const edge = await openEdge({
    host: config.host,
    port: config.linksPort,
    publicOrigin: config.linksUrl,
    durability: config.clickDurability,
    journalFolder: join(config.dataFolder, 'journal'),
    db,
    databaseUrl: readUrl,
    trustedProxies: config.trustedProxies,
    clock: systemClock,
    ids: systemIds,
    log,
  })
  stopWhenAsked(async () => {
    await edge.close()
    await db.destroy()
  })
  await tell({ kind: 'ready', port: edge.port })
}

async function runJobs(config: Config, log: Log): Promise<void> {
  const platform = openPlatform(config, log)
  const fetchPage = makeGuardedFetch({
    userAgent: `LinkshelfLinkCheck/1.0 (+${config.linksUrl})`,
    allowedPrivateAddresses: config.allowedPrivateAddresses,
  })
  const jobs = await openJobs({ platform, databaseUrl: databaseUrlOf(config), fetchPage })
  const shipper = await openShipper({ platform, journalsFolder: join(config.dataFolder, 'journal'), geoipDb: config.geoipDb })
  stopWhenAsked(async () => {
    await Promise.all([jobs.close(), shipper.close()])
    await closePlatform(platform)
  })
  await tell({ kind: 'ready' })
}

/** The operator's own hand on an organization's plan and gates. */
async function changeOrganization(config: Config, _log: Log, [id = '', ...settings]: string[]): Promise<void> {
  const db = openPostgres(await reachableDatabase(config), 'linkshelf_app', { size: 1 })
  try {
    await setOrganization(db, id, settings)
  } finally {
    await db.destroy()
  }
}

function openPlatform(config: Config, log: Log): Platform {
  if (config.clickhouseUrl === undefined) throw new StartProblem('CLICKHOUSE_URL names no server. Set it, or use `linkshelf start`, which brings its own.')
  return {
    db: openPostgres(databaseUrlOf(config), 'linkshelf_app'),
    clickhouse: openClickHouse(config.clickhouseUrl),
    clock: systemClock,
    ids: systemIds,
    log,
    mail: openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, dataFolder: config.dataFolder }, log),
    origins: { app: config.appUrl, public: config.linksUrl },
  }
}

async function closePlatform({ db, clickhouse }: Platform): Promise<void> {
  await Promise.all([db.destroy(), clickhouse.close()])
}

function databaseUrlOf(config: Config): string {
  return config.databaseUrl ?? refuseWithoutDatabase()
}

/** The embedded database of an instance that runs on the data folder, when no other is named. */
async function reachableDatabase(config: Config): Promise<string> {
  return config.databaseUrl ?? (await findAddresses(config.dataFolder))?.databaseUrl ?? refuseWithoutDatabase()
}

function refuseWithoutDatabase(): never {
  throw new StartProblem('DATABASE_URL names no server. Set it, or use `linkshelf start`, which brings its own.')
}
