// The child processes of `linkshelf start`.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openEmbeddedPostgres, waitForPostgres, writeCheckpoint } from '../platform/postgres/embedded-postgres.ts'
import type { ProcessSpec } from '../platform/process/child-process.ts'
import { findFreePort } from '../platform/process/free-port.ts'
import { waitUntilReady } from '../platform/process/process-messages.ts'
import { type ClickHouseStore, getEdgeReadUrl, type Stores } from './stores.ts'

/** Runs a child process. If `isRecorded` is true and this process is killed, the next start ends the child. */
export type RunProcess = (spec: ProcessSpec, isRecorded: boolean) => Promise<void>

/** Starts the embedded server. Returns its URL. */
export async function startPostgres(config: Config, run: RunProcess): Promise<string> {
  const server = await openEmbeddedPostgres(join(config.dataFolder, 'postgres'))
  const port = await findFreePort()
  const url = server.url(port)
  const spec: ProcessSpec = {
    name: 'postgres',
    spawn: () => printOutputOnFailure(server.spawn(port)),
    ready: () => waitForPostgres(url, 60_000),
    stopSignal: 'SIGINT',
    // Before the server ends, it writes everything since its last checkpoint. This checkpoint writes most of it while
    // other processes stop.
    prepareStop: () => writeCheckpoint(url),
  }
  // Not recorded, because the data directory records the process of its server, and openEmbeddedPostgres stops a server
  // that an earlier start left there.
  await run(spec, false)
  return url
}

/** Starts the engine. Returns its URLs. */
export async function startEngine(config: Config, mainFile: string, run: RunProcess): Promise<ClickHouseStore> {
  const port = await findFreePort()
  const [password, reader, writer] = Array.from({ length: 3 }, () => randomBytes(24).toString('base64url'))
  const passwords = { ENGINE_PASSWORD: password, ENGINE_READER_PASSWORD: reader, ENGINE_WRITER_PASSWORD: writer }
  const env = { ...omitSecrets(config), ENGINE_PORT: String(port), ...passwords }
  await run(createCommandProcess('engine', 'engine', mainFile, env), true)
  const url = (user: string, secret = '') => `http://${user}:${secret}@127.0.0.1:${port}/default`
  return { clickhouseUrl: url('default', password), clickhouseAccounts: { reader: url('reader', reader), writer: url('writer', writer) } }
}

/** A process that a reload restarts. It runs the code of this program, and stores nothing except clicks. */
export interface ReloadableProcess {
  command: 'api' | 'edge' | 'jobs' | 'ship'
  spec: ProcessSpec
}

/**
 * Returns the processes other than databases, each with accounts of its own. Their metrics are on consecutive ports:
 * api, edge, jobs, then the other edges, and ship. Clicks are not shipped by jobs, so that no file or page that a job
 * reads can delay them.
 */
export function createReloadableProcesses(config: Config, mainFile: string, stores: Stores): ReloadableProcess[] {
  const { edges, metrics } = config
  const furtherEdges = Array.from({ length: edges - 1 }, (_, nth) => ['edge', `edge-${nth + 2}`] as const)
  const names = [['api', 'api'], ['edge', 'edge'], ['jobs', 'jobs'], ...furtherEdges, ['ship', 'ship']] as const
  return names.map(([command, name], nth) => {
    const metricsPort = metrics === undefined || metrics.port === 0 ? {} : { METRICS_PORT: String(metrics.port + nth) }
    const isPortShared = command === 'edge' && edges > 1
    const settings = { ...createEnvironment(command, config, stores), ...metricsPort, ...(isPortShared && { LINKS_PORT_SHARED: 'on' }) }
    return { command, spec: createCommandProcess(name, command, mainFile, settings) }
  })
}

/** Returns the spec of a process that runs another command of this program. */
function createCommandProcess(name: string, command: string, mainFile: string, env: Record<string, string | undefined>): ProcessSpec {
  return {
    name,
    // Detached: a Ctrl-C in the terminal reaches only the supervisor, which then stops its processes in order.
    spawn: () => spawn(process.execPath, [mainFile, command], { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    ready: async (child) => void (await waitUntilReady(child)),
    stopSignal: 'SIGTERM',
  }
}

/**
 * Prints the last output of PostgreSQL if it exits with an error. All other output is discarded, because PostgreSQL
 * prints every failed statement.
 */
function printOutputOnFailure(child: ChildProcess): ChildProcess {
  let output = ''
  child.stdout?.resume()
  child.stderr?.on('data', (more: Buffer) => {
    output = (output + more).slice(-4_000)
  })
  child.once('exit', (code) => {
    if (code !== 0) process.stderr.write(output)
  })
  return child
}

type Environment = Record<string, string | undefined>

/** Settings that only some processes get. */
const secretNames =
  /^(DATABASE|CLICKHOUSE)_(\w+_)?URL$|^IDENTITY_SECRET$|^STRIPE_(SECRET_KEY|WEBHOOK_SECRET)$|^YOUTUBE_API_KEY$|^GOOGLE_(CLIENT|TOKEN)_SECRET$|^AWS_|^BACKUP_PASSPHRASE/

/**
 * Returns the settings of this program. Omits the addresses of databases, which have passwords, and the secrets of the
 * identity provider, of Stripe, of Google and of back-ups.
 */
function omitSecrets({ environment }: Pick<Config, 'environment'>): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secretNames.test(name)))
}

/** Returns the environment of a process: it contains the accounts that the process signs in with, and no others. */
export function createEnvironment(process: ReloadableProcess['command'], config: Config, stores: Stores): Environment {
  const { databaseAccounts, clickhouseAccounts } = stores
  return {
    ...omitSecrets(config),
    ...(process === 'api' && { EDGE_URL: config.edgeUrl, BACKUP_TARGET: config.backups.target ?? 'off' }),
    DATABASE_URL: databaseAccounts[process],
    DATABASE_LISTENER_URL: databaseAccounts.listener,
    ...(process === 'api' && { IDENTITY_SECRET: config.environment.IDENTITY_SECRET }),
    ...(process === 'jobs' && { SHIP_IN_JOBS: 'off' }),
    ...((process === 'api' || process === 'jobs') && {
      STRIPE_SECRET_KEY: config.environment.STRIPE_SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: config.environment.STRIPE_WEBHOOK_SECRET,
      YOUTUBE_API_KEY: config.environment.YOUTUBE_API_KEY,
      GOOGLE_CLIENT_SECRET: config.environment.GOOGLE_CLIENT_SECRET,
      GOOGLE_TOKEN_SECRET: config.environment.GOOGLE_TOKEN_SECRET,
    }),
    ...(process === 'edge' && { DATABASE_READ_URL: getEdgeReadUrl({ ...config, ...stores }) }),
    ...(process === 'api' && { CLICKHOUSE_READER_URL: clickhouseAccounts.reader }),
    ...((process === 'jobs' || process === 'ship') && { CLICKHOUSE_WRITER_URL: clickhouseAccounts.writer }),
  }
}
