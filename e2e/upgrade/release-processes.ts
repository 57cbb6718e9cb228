import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitUntilReady } from '../../apps/server/src/platform/process/process-messages.ts'

export type Command = 'api' | 'edge' | 'jobs' | 'migrate' | 'ship'

/** A process of a release. */
export interface ReleaseProcess {
  command: Command
  /** Why the process did not start, or ended by itself. Undefined while it works. */
  findFailure(): string | undefined
  /** Messages of its log at the level error or above. */
  errors: string[]
  /** Sends SIGTERM, and resolves when the process has ended. */
  stop(): Promise<void>
}

/** Starts a process from the checkout of a release. Resolves when it is ready or has ended. */
export async function startReleaseProcess(checkout: string, command: Command, settings: Record<string, string>): Promise<ReleaseProcess> {
  const errors: string[] = []
  const child = spawn(process.execPath, [join(checkout, 'apps/server/src/main.ts'), command], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  child.stderr?.on('data', (text) => errors.push(...toMessages(String(text))))
  let [failure, isStopping] = [undefined as string | undefined, false]
  child.once('exit', (code, signal) => {
    if (!isStopping) failure = `ended with ${signal ?? `exit code ${code}`}${failure === undefined ? '' : `: ${failure}`}`
  })
  const ended = once(child, 'exit')
  const ready = waitUntilReady(child).catch(async (error: Error) => {
    failure = error.message
    await ended
  })
  await Promise.race([ready, ended])
  return {
    command,
    errors,
    findFailure: () => failure,
    async stop() {
      isStopping = true
      await endChild(child)
    },
  }
}

/** Runs `linkshelf migrate` of a release. Returns what it printed. Throws if it fails. */
export async function migrateFromCheckout(checkout: string, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(checkout, 'apps/server/src/main.ts'), 'migrate'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += String(text)
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`migrate ended with exit code ${code}: ${output}`)
  return output.trim()
}

function toMessages(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('{') ? String((JSON.parse(line) as { msg?: unknown }).msg) : line))
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
