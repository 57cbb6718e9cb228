// The command line. This is the only file that knows every process. Each process loads only its own code.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { buildInfo } from './platform/build-info.ts'
import { type Log, openLog } from './platform/process/log.ts'
import { sendToParent } from './platform/process/process-messages.ts'
import { StartError } from './platform/process/start-error.ts'

const usage = `Usage: linkshelf <command>

  start [--without-backup]                everything on this machine, under one supervisor
  api | edge | jobs | ship                one process of a fleet (needs DATABASE_URL and CLICKHOUSE_URL; see docs/operations/grow.md)
  migrate [--without-backup]              makes a back-up if the schemas change, and migrates both databases, as start does
  move clicks <url> [--cluster <name>]    copies clicks to another ClickHouse, which is used after a restart; clicks may arrive meanwhile
  move clicks --drop-old [<url>]          drops the old copy at the URL, or in the embedded engine
  backup [<place>] [--secrets]            copies both databases to a new folder within the place: a folder, s3://bucket/prefix, or
                                          by default BACKUP_TARGET, which stores BACKUP_COPIES; the instance may run meanwhile;
                                          --secrets adds signing keys and connections to YouTube, which BACKUP_PASSPHRASE encrypts
  check-backup [<back-up>]                restores the newest or the named back-up into a scratch database, and compares all rows
  record-erasures                         appends new erasures to the list in BACKUP_TARGET; in a fleet, run it every minute
  restore <back-up> [--without-secrets] [--journals <folder>] [--erasures <file>]
                                          restores a back-up into an empty data folder or empty databases, and pauses the instance
  resume                                  lets a restored instance send emails and requests again, and delete data on schedule
  organization <id> [<setting>=<value> …] its limits and their use; with settings, sets package, dashboard_days,
                                          full_analytics_enabled, store_page_enabled or product_page_enabled, or raises limits
  mail <notification> --subject … --text <file>  an email to all who have product_change or marketing on; --dry-run shows it only
  user list | create <email> <name> | reset <email> | disable <email> | enable <email>
                                          accounts; create and reset print a link that sets a password, once
  owner sign-in <email>                   a link that signs an owner in, once and within ten minutes, also if an identity provider is down
  end-sessions <email>                    signs a user out everywhere, within a second
  rotate-keys                             new keys that sign tokens and cookies, used after a restart of each api
  outbox [<number>]                       emails that wait for a mail server: the latest, or one of them
  health [api] [edge]                     whether the instance on this machine answers, its databases and its newest back-up
  rebuild-rollups                         the rollups of clicks, from the stored clicks; clicks may arrive meanwhile
  drop-replica <host:port>                removes a lost server from the tables of a ClickHouse cluster
  --version                               the version and the commit of this installation
`

const mainFile = fileURLToPath(import.meta.url)

type Command = (config: Config, log: Log, args: string[]) => Promise<void>

const commands: Record<string, () => Promise<Command>> = {
  start: async () => {
    const { runStart } = await import('./processes/start-process.ts')
    return (config, log, args) => runStart(config, log, { mainFile, args })
  },
  engine: async () => (await import('./processes/engine-process.ts')).runEngine,
  api: async () => (await import('./processes/api-process.ts')).runApi,
  edge: async () => (await import('./processes/edge-process.ts')).runEdge,
  jobs: async () => (await import('./processes/jobs-process.ts')).runJobs,
  ship: async () => (await import('./processes/ship-process.ts')).runShip,
  migrate: async () => {
    const { runMigrate } = await import('./processes/commands/database-commands.ts')
    return (config, _log, args) => runMigrate(config, args)
  },
  move: async () => (await import('./processes/commands/move-command.ts')).runMove,
  backup: async () => {
    const { runStoredBackup } = await import('./processes/commands/stored-backup-commands.ts')
    const { runBackup } = await import('./processes/commands/backup-commands.ts')
    const isStored = (args: string[]) => args.every((arg) => arg === '--secrets' || arg === '--will-retry')
    return (config, log, args) => (isStored(args) ? runStoredBackup : runBackup)(config, { mainFile, log }, args)
  },
  'check-backup': async () => {
    const { runCheckBackup } = await import('./processes/commands/stored-backup-commands.ts')
    return (config, log, args) => runCheckBackup(config, { mainFile, log }, args)
  },
  'record-erasures': async () => {
    const { runRecordErasures } = await import('./processes/commands/stored-backup-commands.ts')
    return (config, log, args) => runRecordErasures(config, { mainFile, log }, args)
  },
  restore: async () => {
    const { runRestore } = await import('./processes/commands/backup-commands.ts')
    return (config, log, args) => runRestore(config, { mainFile, log }, args)
  },
  resume: async () => {
    const { runResume } = await import('./processes/commands/backup-commands.ts')
    return (config, log, args) => runResume(config, { mainFile, log }, args)
  },
  organization: async () => (await import('./processes/commands/organization-command.ts')).runOrganizationCommand,
  mail: async () => (await import('./processes/commands/mail-command.ts')).runMail,
  'end-sessions': async () => (await import('./processes/commands/account-commands.ts')).runEndSessions,
  'rotate-keys': async () => (await import('./processes/commands/rotate-keys-command.ts')).runRotateKeys,
  user: async () => (await import('./processes/commands/user-command.ts')).runUserCommand,
  owner: async () => (await import('./processes/commands/owner-command.ts')).runOwnerCommand,
  outbox: async () => (await import('./processes/commands/outbox-command.ts')).runOutbox,
  health: async () => (await import('./processes/commands/health-command.ts')).runHealth,
  'rebuild-rollups': async () => (await import('./processes/commands/database-commands.ts')).runRebuildRollups,
  'drop-replica': async () => (await import('./processes/commands/database-commands.ts')).runDropReplica,
}

/** Commands whose log begins with the version and the commit, so that each log says which code wrote it. */
const loggedCommands = ['start', 'api', 'edge', 'jobs', 'ship', 'migrate']

// Every process loads much of the same code, so its compiled form is cached next to the packages. If that folder can't
// be written, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/linkshelf', import.meta.url)))

const [name = 'help', ...args] = process.argv.slice(2)
try {
  if (name === '--version') process.stdout.write(`Linkshelf ${buildInfo.version}, commit ${buildInfo.commit}\n`)
  else await runCommand()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  // If this is a child process, its parent prints the message.
  if (process.send === undefined) process.stderr.write(`${error.message}\n`)
  await sendToParent({ kind: 'failed', message: error.message })
  process.exit(1)
}

async function runCommand(): Promise<void> {
  const load = commands[name]
  if (load === undefined) throw new StartError(usage.trimEnd())
  const config = readConfig(process.env)
  const log = openLog(name, config.logLevel)
  // A supervisor logs the restarts of its child processes. On a terminal, `start` prints the version and its addresses.
  const isLogged = loggedCommands.includes(name) && process.send === undefined && !(name === 'start' && process.stderr.isTTY)
  if (isLogged) log.info(buildInfo, 'Starting')
  const command = await load()
  await command(config, log, args)
}
