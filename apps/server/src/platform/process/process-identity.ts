import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process. Its start time distinguishes it from a later process with the same id. */
export interface ProcessIdentity {
  pid: number
  /** The kernel's start time, in clock ticks since boot. Empty if there is no /proc. */
  bornAt: string
}

export async function identifyProcess(pid: number): Promise<ProcessIdentity> {
  return { pid, bornAt: await readStartTicks(pid) }
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return (await readStartTicks(identity.pid)) === identity.bornAt
}

/** Ends the processes that still run: sends SIGTERM, and after 6 seconds SIGKILL. */
export async function endProcesses(identities: ProcessIdentity[]): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGTERM', 6_000],
    ['SIGKILL', 2_000],
  ] as const) {
    for (const identity of identities) if (await isAlive(identity)) process.kill(identity.pid, signal)
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(25)) {
      const alive = await Promise.all(identities.map(isAlive))
      if (!alive.includes(true)) return
    }
  }
}

/** Returns the process's start time, which is field 22 of `stat`, see proc(5). */
async function readStartTicks(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended, but its parent has not read its exit code yet.
  return state === 'Z' ? 'ended' : (rest[18] ?? '')
}
