import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { prepareClickHouse, prepareDatabase } from './database.ts'
import { openEmbeddedPostgres, waitForPostgres } from './platform/postgres/embedded-postgres.ts'
import { type DataDirectoryLock, lockDataDirectory } from './platform/process/data-directory-lock.ts'
import { freePort } from './platform/process/free-port.ts'
import type { Log } from './platform/process/log.ts'
import { untilReady } from './platform/process/process-messages.ts'
import { type Part, type Supervised, supervise } from './platform/process/supervisor.ts'

/** The other commands of the command line, each a process of its own here. */
type Command = 'engine' | 'api' | 'edge' | 'jobs'
const reloadable: readonly Command[] = ['api', 'edge', 'jobs']

export interface Running {
  /** Visitors first, so that nobody is sent to a closed door; databases last. */
  stop(): Promise<void>
  /** Starts api, edge and jobs again, with what their files say now; the stores go on. */
  reload(): void
}

/**
 * Everything on one machine: PostgreSQL and the ClickHouse engine where no address of another is given, then api, edge and jobs, each a child
 * process that is started again when it ends. Rejects with a StartError when one of them can't start, having stopped the others.
 */
export async function startEverything(config: Config, mainFile: string, log: Log): Promise<Running> {
  const claim = await lockDataDirectory(config.dataFolder)
  const running: Supervised[] = []
  const run = async (part: Part, isNoted: boolean) => {
    const supervised = await supervise(part, log, (name, pid) => isNoted && claim.noteChild(name, pid))
    running.push(supervised)
  }

  try {
    const [databaseUrl, clickhouseUrl] = await allSettled(
      config.databaseUrl ?? startPostgres(config, run),
      config.clickhouseUrl ?? startEngine(config, mainFile, run),
    )
    await allSettled(prepareDatabase(databaseUrl), prepareClickHouse(clickhouseUrl, config))

    claim.noteAddresses({ databaseUrl, clickhouseUrl })

    const edgeUrl = config.edgeUrl ?? ownEdge(config)
    const env = { ...config.environment, DATABASE_URL: databaseUrl, CLICKHOUSE_URL: clickhouseUrl, EDGE_URL: edgeUrl }
    await allSettled(...reloadable.map((command, nth) => run(nodePart(command, mainFile, { ...env, ...metricsOfNth(config, nth) }), true)))
  } catch (error) {
    await stopAll(running, claim)
    throw error
  }
  return {
    stop: () => stopAll(running, claim),
    reload() {
      for (const part of running) if (reloadable.some((name) => name === part.name)) part.restart()
    },
  }
}

/** The edge of this start as its own machine reaches it, which may not be able to reach itself from outside. */
function ownEdge({ host, linksPort }: Config): string {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${linksPort}`
}

/** The metrics of api, edge and jobs are on ports one after the other. */
function metricsOfNth({ metrics }: Config, nth: number): { METRICS_PORT?: string } {
  return metrics === undefined || metrics.port === 0 ? {} : { METRICS_PORT: String(metrics.port + nth) }
}

/** As `Promise.all`, but a failure is told only when the others have come to their end: whoever cleans up then leaves nothing behind. */
async function allSettled<T extends readonly unknown[]>(...work: T): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(work)
  const failed = settled.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(work) as Promise<{ [K in keyof T]: Awaited<T[K]> }>
}

/** In the reverse of the order in which they depend on each other: doors, then the shipper, then the stores. */
const stopOrder = [['api', 'edge'], ['jobs'], ['engine', 'postgres']]

async function stopAll(running: Supervised[], claim: DataDirectoryLock): Promise<void> {
  for (const names of stopOrder) {
    await Promise.all(running.filter((part) => names.includes(part.name)).map((part) => part.stop()))
  }
  claim.release()
}

type Run = (part: Part, isNoted: boolean) => Promise<void>

async function startPostgres(config: Config, run: Run): Promise<string> {
  const server = await openEmbeddedPostgres(join(config.dataFolder, 'postgres'))
  const port = await freePort()
  const url = server.url(port)
  const part: Part = {
    name: 'postgres',
    spawn: () => keepLastWords(server.spawn(port)),
    ready: () => waitForPostgres(url, 60_000),
    stopSignal: 'SIGINT',
  }
  // Its folder remembers its process itself, and the next start stops what it finds there.
  await run(part, false)
  return url
}

async function startEngine(config: Config, mainFile: string, run: Run): Promise<string> {
  const [port, password] = [await freePort(), randomBytes(24).toString('base64url')]
  await run(nodePart('engine', mainFile, { ...config.environment, ENGINE_PORT: String(port), ENGINE_PASSWORD: password }), true)
  return `http://default:${password}@127.0.0.1:${port}/default`
}

function nodePart(command: Command, mainFile: string, env: Record<string, string | undefined>): Part {
  return {
    name: command,
    // Detached: a Ctrl-C in the terminal reaches the supervisor alone, which then stops its parts in order.
    spawn: () => spawn(process.execPath, [mainFile, command], { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    ready: async (child) => void (await untilReady(child)),
    stopSignal: 'SIGTERM',
  }
}

/** PostgreSQL reports every refused statement; only what it said before it ended by itself is worth passing on. */
function keepLastWords(child: ChildProcess): ChildProcess {
  let words = ''
  child.stdout?.resume()
  child.stderr?.on('data', (more: Buffer) => {
    words = (words + more).slice(-4_000)
  })
  child.once('exit', (code) => {
    if (code !== 0) process.stderr.write(words)
  })
  return child
}
