import { setFlagsFromString } from 'node:v8'

/** The growth in percent of the live heap: by default V8 lets at least as much garbage pile up before it collects. */
const growthPercent = 25

/**
 * Limits the growth for a process with much long-lived or much short-lived data: memory stays near the live heap, at
 * the cost of more collection on other threads.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`) // read before each collection
}
