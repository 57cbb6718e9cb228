import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface ProcessLimits {
  /** The maximum memory of the whole process, native parts included. */
  maxMemoryBytes: number
  /** The maximum processor time of one step: other load on the machine has no effect on it. */
  maxStepMs: number
}

export interface LimitedProcess {
  /** The limit that the process was killed for. */
  exceeded(): keyof ProcessLimits | undefined
  /** The next step begins. */
  beginStep(): void
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
export function limitProcess(child: ChildProcess, { maxMemoryBytes, maxStepMs }: ProcessLimits): LimitedProcess {
  let exceeded: keyof ProcessLimits | undefined
  let usage = readUsage(child.pid)
  let stepBeganMs = usage.processorMs
  const timer = setInterval(() => {
    usage = readUsage(child.pid, usage)
    if (usage.memoryBytes > maxMemoryBytes) exceeded = 'maxMemoryBytes'
    else if (usage.processorMs - stepBeganMs > maxStepMs) exceeded = 'maxStepMs'
    if (exceeded === undefined) return
    child.kill('SIGKILL')
    clearInterval(timer)
  }, intervalMs)
  return {
    exceeded: () => exceeded,
    beginStep() {
      usage = readUsage(child.pid, usage)
      stepBeganMs = usage.processorMs
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
