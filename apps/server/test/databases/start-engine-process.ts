import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { waitUntilReady } from '../../src/platform/process/process-messages.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const testEngine = fileURLToPath(new URL('./test-engine.ts', import.meta.url))

export interface EngineProcess {
  /** The URL with the user and password of the account that runs migrations. */
  url: string
  readerUrl: string
  writerUrl: string
  child: ChildProcess
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/**
 * Starts an embedded engine with its data in `folder`. The engine ends when this process ends, at the latest. Rejects
 * with the engine's message if the engine can't start.
 */
export async function startEngineProcess(
  folder: string,
  settings: { port?: number; password?: string; hasPriorityOfTests?: boolean } = {},
): Promise<EngineProcess> {
  const password = settings.password ?? randomBytes(16).toString('hex')
  const program = settings.hasPriorityOfTests ? [testEngine] : [main, 'engine']
  const child = spawn(process.execPath, program, {
    env: {
      ...process.env,
      LINKSHELF_DATA: folder,
      ENGINE_PORT: String(settings.port ?? 0),
      ENGINE_PASSWORD: password,
      ENGINE_READER_PASSWORD: password,
      ENGINE_WRITER_PASSWORD: password,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = once(child, 'exit')
  const createStop = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await gone
  }
  const port = await waitUntilReady(child)
  const toUrl = (user: string) => `http://${user}:${password}@127.0.0.1:${port}/default`
  return {
    url: toUrl('default'),
    readerUrl: toUrl('reader'),
    writerUrl: toUrl('writer'),
    child,
    stop: createStop('SIGTERM'),
    kill: createStop('SIGKILL'),
  }
}
