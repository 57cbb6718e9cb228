import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProcessLimits {
  /** The maximum memory of the whole process, native parts included. */
  maxMemoryBytes: number
  /** The maximum processor time of one step: other load on the machine has no effect on it. */
  maxStepMs: number
  /** The maximum processor time of all steps. */
  maxTotalMs: number
  /** The maximum time in which a step neither ends nor makes progress, whether or not the process works. */
  maxStallMs: number
}

export interface LimitedProcess {
  /** The limit that the process was killed for. */
  exceeded(): keyof ProcessLimits | undefined
  /** The next step begins. The first one begins with the process. */
  beginStep(): void
  /** The process has ended its step, and waits for the next. */
  endStep(): void
  /** Within a step, the process waits for its parent from now on, or no more. Both are progress. */
  setWaiting(isWaiting: boolean): void
  /** Adds processor time to that of all steps. */
  addTotal(ms: number): void
  /** The memory at the last look. */
  memoryBytes(): number
  /** Stops watching. */
  release(): void
}

const intervalMs = 20

/**
 * Kills the process once it is over a limit. The limits are watched from outside: a process that is busy with one
 * expression can't watch itself.
 */
export function limitProcess(child: ChildProcess, limits: ProcessLimits): LimitedProcess {
  let exceeded: keyof ProcessLimits | undefined
  let usage = readUsage(child.pid)
  let step: { beganMs: number; stalledMs: number; isWaiting: boolean } | undefined
  let [spentMs, addedMs] = [0, 0]

  const stepMs = () => (step === undefined ? 0 : usage.processorMs - step.beganMs)
  function findExceeded(): keyof ProcessLimits | undefined {
    if (usage.memoryBytes > limits.maxMemoryBytes) return 'maxMemoryBytes'
    if (stepMs() > limits.maxStepMs) return 'maxStepMs'
    if (spentMs + stepMs() > limits.maxTotalMs + addedMs) return 'maxTotalMs'
    if (step !== undefined && step.stalledMs > limits.maxStallMs) return 'maxStallMs'
    return undefined
  }
  function endStep(): void {
    usage = readUsage(child.pid, usage)
    spentMs += stepMs()
    step = undefined
  }
  function beginStep(): void {
    endStep()
    step = { beganMs: usage.processorMs, stalledMs: 0, isWaiting: false }
  }

  beginStep()
  const timer = setInterval(() => {
    usage = readUsage(child.pid, usage)
    // A pause of both processes, such as sleep of the machine, is one interval.
    if (step?.isWaiting === false) step.stalledMs += intervalMs
    exceeded = findExceeded()
    if (exceeded === undefined) return
    child.kill('SIGKILL')
    clearInterval(timer)
  }, intervalMs)
  return {
    exceeded: () => exceeded,
    beginStep,
    endStep,
    setWaiting(isWaiting) {
      if (step !== undefined) step = { ...step, stalledMs: 0, isWaiting }
    },
    addTotal(ms) {
      addedMs += ms
    },
    memoryBytes: () => usage.memoryBytes,
    release: () => clearInterval(timer),
  }
}

interface Usage {
  processorMs: number
  memoryBytes: number
}

/** The kernel counts processor time in hundredths of a second. */
const tickMs = 10
const hasProcessFiles = process.platform === 'linux'

/**
 * See proc(5). Where there is no /proc, the clock counts as processor time, and memory is limited by V8 alone. Returns
 * the usage before for a process that has ended.
 */
function readUsage(pid: number | undefined, before: Usage = { processorMs: 0, memoryBytes: 0 }): Usage {
  if (!hasProcessFiles) return { processorMs: performance.now(), memoryBytes: 0 }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const kilobytes = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs, memoryBytes: Number(kilobytes ?? 0) * 1_024 }
  } catch {
    return before
  }
}
