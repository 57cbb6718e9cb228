import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('./migrate-process.ts', import.meta.url))

export type Task = 'postgres-files' | 'postgres-steps' | 'clickhouse-files' | 'clickhouse-steps'

export interface KillableProcess {
  /** Sends SIGKILL. Does nothing if the process has ended. */
  kill(): void
  /** Resolves when the process has ended: with undefined if it succeeded or was killed, or else with its messages. */
  ended: Promise<string | undefined>
  hasEnded(): boolean
}

/** Starts `migrate-process.ts` with a task. */
export function startKillableProcess(
  task: Task,
  { databaseUrl = '', clickhouseUrl = '', argument = '' }: { databaseUrl?: string; clickhouseUrl?: string; argument?: string },
): KillableProcess {
  const child: ChildProcess = spawn(process.execPath, [script, task, databaseUrl, clickhouseUrl, argument], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let messages = ''
  child.stderr?.on('data', (text) => {
    messages += text
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    kill,
    ended: once(child, 'close').then(() => {
      process.off('exit', kill)
      return child.exitCode === 0 || child.signalCode === 'SIGKILL' ? undefined : messages.trim()
    }),
    hasEnded,
  }
}
