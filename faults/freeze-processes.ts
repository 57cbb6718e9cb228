import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from './harness.ts'
import { listWithChildren } from './limit-processes.ts'

/**
 * Stops the processes of a part with SIGSTOP for `forMs` milliseconds. Connections to them are still accepted, by the
 * kernel, but get no response. `check` runs in the middle of this time.
 */
export async function freezeProcesses(harness: Harness, part: string, forMs: number, check = async () => undefined): Promise<void> {
  const main = await harness.nextProcess(part)
  process.kill(main, 'SIGSTOP')
  // The main process is stopped first, so that it starts no more children.
  const stopped = listWithChildren(main)
  for (const pid of stopped) trySignal(pid, 'SIGSTOP')
  try {
    await sleep(forMs / 2)
    await check()
    await sleep(forMs / 2)
  } finally {
    for (const pid of stopped) trySignal(pid, 'SIGCONT')
  }
  harness.allowAgain(main)
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}
