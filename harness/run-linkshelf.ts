import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

export interface Instance extends AsyncDisposable {
  appUrl: string
  linksUrl: string
  dataFolder: string
  environment: Record<string, string>
  /** The standard output and standard error of the program so far. */
  output(): string
  /** The current process ids by part. `supervisor` is included, and PostgreSQL is not. */
  processes(): Promise<Record<string, number>>
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
  /** Kills the supervisor with `kill -9`. */
  kill(): Promise<void>
  /** Starts the program again with the same data and ports. */
  start(): Promise<void>
}

export interface FreshSettings extends AsyncDisposable {
  environment: Record<'PORT' | 'LINKS_PORT' | 'LINKSHELF_DATA' | 'HOST' | 'LOG_LEVEL' | 'EDGES', string>
  dataFolder: string
}

/**
 * Returns settings with free ports, one edge, and an empty data folder. The folder is deleted when the settings are
 * disposed of.
 */
export async function openFreshSettings(): Promise<FreshSettings> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'linkshelf-e2e-'))
  const [port, linksPort] = [await findFreePort(), await findFreePort()]
  return {
    environment: {
      PORT: String(port),
      LINKS_PORT: String(linksPort),
      LINKSHELF_DATA: dataFolder,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      EDGES: '1',
    },
    dataFolder,
    [Symbol.asyncDispose]: () => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }),
  }
}

/**
 * Starts the whole product like a user, on free ports and with its own data folder. Resolves when the program has
 * printed its addresses.
 */
export async function runLinkshelf(settings: Record<string, string> = {}): Promise<Instance> {
  const fresh = await openFreshSettings()
  const environment = { ...fresh.environment, ...settings }
  const dataFolder = environment.LINKSHELF_DATA
  let child: ChildProcess | undefined
  let printed = ''

  const instance: Instance = {
    appUrl: `http://localhost:${environment.PORT}`,
    linksUrl: `http://localhost:${environment.LINKS_PORT}`,
    dataFolder,
    environment,
    output: () => printed,
    async start() {
      printed = ''
      child = spawnLinkshelf(environment, (text) => {
        printed += text
      })
      const ended = once(child, 'exit')
      while (!printed.includes('Linkshelf is running')) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It did not start: ${printed}`)
        await Promise.race([sleep(20), ended])
      }
    },
    async processes() {
      const running = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8'))
      const parts = Object.entries<{ pid: number }>(running.children).map(([name, { pid }]) => [name, pid])
      return { ...Object.fromEntries(parts), supervisor: running.pid }
    },
    stop: () => endWith(child, 'SIGTERM'),
    async kill() {
      await endWith(child, 'SIGKILL')
    },
    async [Symbol.asyncDispose]() {
      await endWith(child, 'SIGTERM')
      await fresh[Symbol.asyncDispose]()
    },
  }
  await instance.start()
  return instance
}

/** Starts a command. Its environment has only PATH, HOME and the given variables. */
function spawnLinkshelf(environment: Record<string, string>, onText: (text: string) => void, args: string[] = ['start']): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (text) => onText(String(text)))
  child.stderr.on('data', (text) => onText(String(text)))
  return child
}

export interface RunningCommand {
  /** Resolves when the command and every process that writes to its output have ended. */
  ended: Promise<{ code: number | null; output: string }>
  /** Kills the command with `kill -9`. Processes that it has started may still run afterwards. */
  kill(): Promise<void>
}

export function startCommand(environment: Record<string, string>, ...args: string[]): RunningCommand {
  let output = ''
  const onText = (text: string) => {
    output += text
  }
  const child = spawnLinkshelf(environment, onText, args)
  return {
    ended: once(child, 'close').then(([code]) => ({ code, output })),
    kill: async () => void (await endWith(child, 'SIGKILL')),
  }
}

/**
 * Runs a command until it ends by itself. The default is `linkshelf start`, which ends by itself only if the start
 * fails.
 */
export function runUntilExit(
  environment: Record<string, string>,
  ...[command = 'start', ...args]: string[]
): Promise<{ code: number | null; output: string }> {
  return startCommand(environment, command, ...args).ended
}

/**
 * Returns the process id of the embedded PostgreSQL, from the first line of its postmaster.pid. Returns undefined if no
 * server uses the data folder.
 */
export async function findPostgresProcess({ dataFolder }: Pick<Instance, 'dataFolder'>): Promise<number | undefined> {
  const file = await readFile(join(dataFolder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0]) || undefined
}

/**
 * Returns true if any thread of a process runs. If a process has ended and its parent has not waited for it (a zombie),
 * it is not alive. If only its main thread has ended, its other threads still have its sockets open, so it is alive.
 */
export function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return !/^State:\s+Z/m.test(status) || Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]) > 1
  } catch {
    return false
  }
}

async function endWith(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}
