import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../src/platform/engine/engine-process.ts', import.meta.url))

export interface EngineProcess {
  /** Carries the account. */
  url: string
  child: ChildProcess
  /** Ends it cleanly. */
  stop(): Promise<void>
  /** `kill -9`, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts an embedded engine that keeps its data under `folder`; it ends with this process at the latest. Rejects with what it said when it can't start. */
export async function startEngineProcess(
  folder: string,
  settings: { port?: number; password?: string; queueLength?: number } = {},
): Promise<EngineProcess> {
  const password = settings.password ?? randomBytes(16).toString('hex')
  const child = spawn(process.execPath, [entry, folder, String(settings.port ?? 0), String(settings.queueLength ?? 256)], {
    env: { ...process.env, ENGINE_PASSWORD: password, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const gone = once(child, 'exit')
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal)
    await gone
  }
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const port = await new Promise<number>((resolve, reject) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line).port))
    child.once('exit', () => setImmediate(() => reject(new Error(said.trim()))))
  })
  return { url: `http://default:${password}@127.0.0.1:${port}/default`, child, stop: end('SIGTERM'), kill: end('SIGKILL') }
}
