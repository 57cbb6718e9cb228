import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadGenerator } from './open-load-generator.ts'

/** Runs `work`. Returns the longest time during it in which no visitor was redirected, in milliseconds. */
export async function measureOutage(load: LoadGenerator, work: () => Promise<void>): Promise<number> {
  let isWorking = true
  const working = work().finally(() => {
    isWorking = false
  })
  working.catch(() => undefined) // awaited below
  let longestMs = 0
  let acknowledged = -1
  for (let since = performance.now(); isWorking; await sleep(50)) {
    const progress = await load.progress()
    if (progress.acknowledged !== acknowledged) since = performance.now()
    acknowledged = progress.acknowledged
    longestMs = Math.max(longestMs, performance.now() - since)
  }
  await working
  return longestMs
}
