import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * Gives a process, or this thread (0), a niceness of at least `niceness`, from 1 to 19. One that started with a higher
 * one keeps it: only the superuser may raise a priority.
 */
export function lowerPriority(niceness: number, pid = 0): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness)
}

/** Lets the kernel end a process first when memory runs out: see proc_pid_oom_score_adj(5). Does nothing elsewhere. */
export function markToEndFirst(pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The process has ended, or its files are read-only here.
  }
}

/** The growth in percent of the live heap: by default V8 lets at least as much garbage pile up before it collects. */
const growthPercent = 25

/**
 * Limits the growth for a process with much long-lived or much short-lived data: memory stays near the live heap, at
 * the cost of more collection on other threads.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`) // read before each collection
}
