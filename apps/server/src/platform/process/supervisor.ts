import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import { StartError } from './start-error.ts'

/** How one process is run. */
export interface Part {
  name: string
  spawn(): ChildProcess
  /** Resolves when the part does its work; rejects with a StartError when it never will. Raced against the child's end. */
  ready(child: ChildProcess): Promise<void>
  stopSignal: NodeJS.Signals
}

export interface Supervised {
  readonly name: string
  readonly pid: number | undefined
  /** Asks the part to stop, and kills it when it has not after `patienceMs`. */
  stop(patienceMs?: number): Promise<void>
  /** Asks the part to stop; it is started again at once. */
  restart(): void
}

const firstRestartMs = 100
const slowestRestartMs = 5_000
/** A part that ran this long has recovered: its next restart is quick again. */
const steadyMs = 30_000

/**
 * Starts a part and keeps it running: one that ends is started again, after a wait that doubles from 0.1 s to 5 s while it keeps ending.
 * Rejects when the first start fails; from then on failures are logged and tried again.
 */
export async function supervise(part: Part, log: Log, onSpawn: (name: string, pid: number) => void): Promise<Supervised> {
  let child: ChildProcess | undefined
  /** Known from the moment it is spawned: a stop that comes before it is ready must reach it. */
  const keep = (spawned: ChildProcess) => {
    child = spawned
    if (spawned.pid !== undefined) onSpawn(part.name, spawned.pid)
  }
  await startPart(part, keep)
  let isStopping = false
  let isRestarting = false
  let waitMs = firstRestartMs

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const startedAt = performance.now()
      const how = child && (await ended(child))
      if (isStopping) return
      if (performance.now() - startedAt > steadyMs || isRestarting) waitMs = firstRestartMs
      if (!isRestarting) {
        log.error({ part: part.name, how, waitMs }, 'A part ended; it is started again')
        await sleep(waitMs)
        waitMs = Math.min(waitMs * 2, slowestRestartMs)
        if (isStopping) return
      }
      isRestarting = false
      await startPart(part, keep).catch((error: unknown) => {
        if (!isStopping) log.error({ part: part.name, err: error }, 'A part could not be started again')
      })
    }
  }
  void keepRunning()

  return {
    name: part.name,
    get pid() {
      return child?.pid
    },
    async stop(patienceMs = 8_000) {
      isStopping = true
      await end(patienceMs)
    },
    restart() {
      isRestarting = true
      void end(8_000)
    },
  }

  async function end(patienceMs: number): Promise<void> {
    const last = child
    if (last === undefined || hasEnded(last)) return
    const gone = ended(last)
    last.kill(part.stopSignal)
    const impatience = setTimeout(() => {
      log.error({ part: part.name }, 'A part did not stop when asked; it is killed')
      last.kill('SIGKILL')
    }, patienceMs)
    await gone
    clearTimeout(impatience)
  }
}

async function startPart(part: Part, onSpawned: (child: ChildProcess) => void): Promise<void> {
  const child = part.spawn()
  onSpawned(child)
  const ready = part.ready(child)
  ready.catch(() => undefined)
  const failed = ended(child).then(async (how) => {
    // What the part itself said of its end, where it said anything, comes before what the system says of it.
    await Promise.race([ready, sleep(50)])
    throw new StartError(`${part.name} could not start: it ended with ${how}.`)
  })
  failed.catch(() => undefined)
  try {
    await Promise.race([ready, failed])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}

/** How the process ended, in words. */
function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const say = () => resolve(child.signalCode ?? `exit code ${child.exitCode}`)
    if (hasEnded(child)) return say()
    child.once('exit', say)
    child.once('error', (error) => resolve(error.message))
  })
}
