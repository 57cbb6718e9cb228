// The command line, and the only file that knows every process. Each process loads what it needs and nothing of the others.
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { type Log, openLog } from './platform/process/log.ts'
import { tell } from './platform/process/process-messages.ts'
import { StartError } from './platform/process/start-error.ts'

const usage = `Usage: linkshelf <command>

  start                                   everything on this machine, under one supervisor
  api | edge | jobs | ship                one process of a fleet (DATABASE_URL and CLICKHOUSE_URL name the stores); docs/operations.md says which where
  migrate                                 brings the tables of both stores up to date, as start does
  organization <id> <setting>=<value> …   package, dashboard_days, full_analytics_enabled, store_page_enabled, product_page_enabled
  rebuild-rollups                         the sums of clicks, from the single clicks that are kept; clicks may arrive meanwhile
`

type Command = (config: Config, log: Log, words: string[]) => Promise<void>

const commands: Record<string, () => Promise<Command>> = {
  start: async () => {
    const { runEverything } = await import('./processes/start-process.ts')
    return (config, log) => runEverything(config, log, fileURLToPath(import.meta.url))
  },
  engine: async () => (await import('./processes/engine-process.ts')).runEngine,
  api: async () => (await import('./processes/api-process.ts')).runApi,
  edge: async () => (await import('./processes/edge-process.ts')).runEdge,
  jobs: async () => (await import('./processes/jobs-process.ts')).runJobs,
  ship: async () => (await import('./processes/ship-process.ts')).runShip,
  migrate: async () => (await import('./processes/migrate-command.ts')).migrateStores,
  organization: async () => {
    const { changeOrganization } = await import('./processes/organization-command.ts')
    return (config, _log, words) => changeOrganization(config, words)
  },
  'rebuild-rollups': async () => (await import('./processes/rebuild-rollups-command.ts')).rebuildRollups,
}

const [name = 'help', ...words] = process.argv.slice(2)
try {
  const load = commands[name]
  if (load === undefined) throw new StartError(usage.trimEnd())
  const config = readConfig(process.env)
  const command = await load()
  await command(config, openLog(name, config.logLevel), words)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  // A child's sentence is told once, by whoever spawned it.
  if (process.send === undefined || name === 'start') process.stderr.write(`${error.message}\n`)
  await tell({ kind: 'problem', sentence: error.message })
  process.exit(1)
}
