import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** How one process is run. */
export interface ProcessSpec {
  name: string
  spawn(): ChildProcess
  /**
   * Resolves when the process is ready. Rejects with a StartError if the process can't become ready. If the child exits
   * first, the result is not used.
   */
  ready(child: ChildProcess): Promise<void>
  stopSignal: NodeJS.Signals
  /**
   * Called when all processes are about to stop, while other processes still use this process. If it rejects, the stop
   * continues.
   */
  prepareStop?(): Promise<void>
}

/**
 * Starts the process, and resolves when it is ready. `onSpawn` is called as soon as the child exists, because a stop
 * during the start must reach the child.
 */
export async function startChild(spec: ProcessSpec, onSpawn: (child: ChildProcess) => void): Promise<void> {
  const child = spec.spawn()
  onSpawn(child)
  const ready = spec.ready(child)
  ready.catch(() => undefined)
  const failed = waitUntilExit(child).then(async (exit) => {
    // The child's own message takes precedence over its exit code, so the message gets a moment to arrive.
    await Promise.race([ready, sleep(50)])
    throw new StartError(`${spec.name} could not start: it ended with ${exit}.`)
  })
  failed.catch(() => undefined)
  try {
    await Promise.race([ready, failed])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** Sends the signal. If the child still runs after `patienceMs`, sends SIGKILL. Resolves when the child has ended. */
export async function stopChild(child: ChildProcess, signal: NodeJS.Signals, patienceMs: number, onKill: () => void): Promise<void> {
  if (hasEnded(child)) return
  const ended = waitUntilExit(child)
  child.kill(signal)
  const timer = setTimeout(() => {
    onKill()
    child.kill('SIGKILL')
  }, patienceMs)
  await ended
  clearTimeout(timer)
}

/** Resolves when the child has ended, with its signal, its exit code or the error that prevented its start. */
export function waitUntilExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const report = () => resolve(child.signalCode ?? `exit code ${child.exitCode}`)
    child.once('exit', report)
    // A child that can't be started has no pid, and emits its error later.
    child.once('error', (error) => resolve(error.message))
    if (hasEnded(child)) setImmediate(report)
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}
