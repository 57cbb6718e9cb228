import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * Gives a process, or this thread (0), a niceness of at least `niceness`, from 1 to 19. A higher niceness stays,
 * because only the superuser may raise a priority.
 */
export function lowerPriority(niceness: number, pid = 0): void {
  if (getPriority(pid) < niceness) setPriority(pid, niceness)
}

/**
 * Makes the kernel end the process first if memory runs out, see proc_pid_oom_score_adj(5). Has an effect only on
 * Linux.
 */
export function markToEndFirst(pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The process has ended, or its files are read-only here.
  }
}

/**
 * How much the heap may grow before V8 collects garbage, in percent of the live heap. By default, V8 lets at least as
 * much garbage pile up as there is live data.
 */
const growthPercent = 25

/**
 * Limits the heap growth of a process with much long-lived or much short-lived data. Memory stays near the size of the
 * live heap, at the cost of more garbage collection on other threads.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`) // V8 reads this flag before each collection.
}
