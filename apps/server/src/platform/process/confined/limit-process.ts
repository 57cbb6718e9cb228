import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProcessLimits {
  /** The maximum memory of the whole process, including native parts. */
  maxMemoryBytes: number
  /** The maximum processor time of one step. Other load on the machine does not affect it. */
  maxStepMs: number
  /** The maximum processor time of all steps. */
  maxTotalMs: number
  /**
   * The maximum elapsed time without progress in one step. Unlike the processor time, it also ends a process that hangs
   * without using the processor. Time in which the process waits for its parent does not count.
   */
  maxStallMs: number
}

export interface LimitedProcess {
  /** Returns the limit for which the process was killed. Undefined if it has not exceeded a limit. */
  exceeded(): keyof ProcessLimits | undefined
  /** Begins the next step. The first step begins with the process. */
  beginStep(): void
  /** Ends the step. The process then waits for the next step. */
  endStep(): void
  /**
   * Records that the process, within a step, now waits for its parent or no longer waits for it. Both count as
   * progress.
   */
  setWaiting(isWaiting: boolean): void
  /** Raises the limit on the processor time of all steps. */
  addTotal(ms: number): void
  /** Returns the memory at the last measurement. */
  memoryBytes(): number
  /** Stops watching. */
  release(): void
}

const intervalMs = 20

/**
 * Kills the process if it exceeds a limit. The limits are watched from outside, because a process that is busy with one
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
    // If this process and the watched process pause, for example because the machine sleeps, the pause counts as one
    // interval.
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
 * Reads the usage from /proc, see proc(5). Without /proc, the clock counts as processor time, and only V8 limits the
 * memory. If the process has ended, returns `before`.
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
