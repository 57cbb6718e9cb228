import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBuildInfo } from '../build-info.ts'
import { type ProcessSpec, startChild, stopChild, waitUntilExit } from './child-process.ts'
import type { Log } from './log.ts'

export interface SupervisedProcess {
  readonly name: string
  readonly pid: number | undefined
  /** Stops the process. Kills it if it has not ended after `patienceMs`. */
  stop(patienceMs?: number): Promise<void>
  /**
   * Stops the process and starts it again without a delay. Resolves when it is ready, which may take several attempts.
   * Never resolves after `stop`.
   */
  restart(): Promise<void>
}

interface State {
  child: ChildProcess | undefined
  isStopping: boolean
  isRestarting: boolean
  /** Called after the next successful start. */
  onStarted: (() => void)[]
}

/**
 * Starts a process and keeps it running. If the process ends, it is started again after a delay. The delay doubles from
 * 0.1 s to 5 s while the process keeps ending. Rejects if the first start fails. Later failures are logged and retried.
 */
export async function supervise(spec: ProcessSpec, log: Log, onSpawn: (name: string, pid: number) => void): Promise<SupervisedProcess> {
  const state: State = { child: undefined, isStopping: false, isRestarting: false, onStarted: [] }
  const start = () =>
    startChild(spec, (child) => {
      state.child = child
      if (child.pid !== undefined) onSpawn(spec.name, child.pid)
    })
  const stop = async (patienceMs: number) => {
    const onKill = () => log.error({ child: spec.name }, 'A process did not stop in time; it is killed')
    if (state.child) await stopChild(state.child, spec.stopSignal, patienceMs, onKill)
  }
  await start()
  void keepRunning(spec.name, state, start, log)

  return {
    name: spec.name,
    get pid() {
      return state.child?.pid
    },
    async stop(patienceMs = 8_000) {
      state.isStopping = true
      await stop(patienceMs)
    },
    restart() {
      state.isRestarting = true
      void stop(8_000)
      return new Promise((resolve) => state.onStarted.push(resolve))
    },
  }
}

async function keepRunning(name: string, state: State, start: () => Promise<void>, log: Log): Promise<void> {
  const delays = createRestartDelays()
  while (!state.isStopping) {
    const startedAt = performance.now()
    const exit = state.child && (await waitUntilExit(state.child))
    if (state.isStopping) return
    if (state.isRestarting) delays.reset()
    else {
      const delayMs = delays.next(performance.now() - startedAt)
      log.error({ child: name, exit, delayMs }, 'A process ended; it is started again')
      await sleep(delayMs)
      if (state.isStopping) return
    }
    state.isRestarting = false
    try {
      await start()
      // The child runs the present files. This process runs the files of its own start, which may have been replaced.
      log.info({ child: name, ...readBuildInfo() }, 'A process was started again')
      for (const callback of state.onStarted.splice(0)) callback()
    } catch (error) {
      if (!state.isStopping) log.error({ child: name, err: error }, 'A process could not be started again')
    }
  }
}

const firstDelayMs = 100
const maxDelayMs = 5_000
/** A process that ran this long has recovered, so its next restart is fast again. */
const steadyMs = 30_000

function createRestartDelays(): { next(ranMs: number): number; reset(): void } {
  let delayMs = firstDelayMs
  return {
    next(ranMs) {
      const now = ranMs > steadyMs ? firstDelayMs : delayMs
      delayMs = Math.min(now * 2, maxDelayMs)
      return now
    },
    reset() {
      delayMs = firstDelayMs
    },
  }
}
