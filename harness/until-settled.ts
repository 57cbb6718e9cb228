import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the number does not change for `stillMs`: the shipper has nothing left to ship. While nobody reads
 * numbers, a minute after the start, it gathers clicks for five seconds.
 */
export async function untilSettled(read: () => Promise<number>, stillMs = 2_000): Promise<number> {
  for (let last = -1, still = 0; ; await sleep(250)) {
    const now = await read().catch(() => -1)
    still = now === last && now >= 0 ? still + 1 : 0
    if (still * 250 >= stillMs) return now
    last = now
  }
}
