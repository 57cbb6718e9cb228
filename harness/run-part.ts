import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseAccounts } from '../apps/server/src/databases/database-accounts.ts'
import { waitUntilReady } from '../apps/server/src/platform/process/process-messages.ts'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

/** The stores that all processes of a fleet share. */
export interface Stores {
  databaseUrl: string
  databaseAccounts: DatabaseAccounts
  clickhouseUrl: string
  clickhouseAccounts: { reader: string; writer: string }
}

export interface RunningPart extends AsyncDisposable {
  pid: number
  /** The port on which the process listens. Undefined if it does not listen. */
  port: number | undefined
  /** Resolves with the exit code. Resolves with null if the process was killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Returns the addresses and accounts of the instance's embedded stores. */
export async function readStoreAddresses({ dataFolder }: { dataFolder: string }): Promise<Stores> {
  return JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')).addresses
}

type Part = 'api' | 'edge' | 'jobs' | 'ship'

/** Returns the settings of one process of a fleet, on a port that the system chooses. */
export function createPartSettings(part: Part, dataFolder: string, stores: Stores): Record<string, string> {
  return {
    DATABASE_URL: stores.databaseAccounts[part],
    DATABASE_LISTENER_URL: stores.databaseAccounts.listener,
    CLICKHOUSE_READER_URL: stores.clickhouseAccounts.reader,
    CLICKHOUSE_WRITER_URL: stores.clickhouseAccounts.writer,
    LINKSHELF_DATA: dataFolder,
    LINKS_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
}

/**
 * Starts one process of a fleet like an operator, for example with `linkshelf edge`. `settings` are additional
 * environment variables.
 */
export async function runPart(part: Part, dataFolder: string, stores: Stores, settings: Record<string, string> = {}): Promise<RunningPart> {
  const child = spawn(process.execPath, [main, part], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...createPartSettings(part, dataFolder, stores), ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const end = (signal: NodeJS.Signals) => endPart(child, signal)
  return {
    pid: child.pid ?? Number.NaN,
    port: await waitUntilReady(child),
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
  }
}

async function endPart(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}

/** Creates an empty data folder. It is deleted when it is disposed of. */
export async function aDataFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'linkshelf-e2e-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) }
}
