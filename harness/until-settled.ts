import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until the number does not change for two seconds: the shipper has nothing left to ship. */
export async function untilSettled(read: () => Promise<number>): Promise<number> {
  for (let last = -1, still = 0; ; await sleep(250)) {
    const now = await read().catch(() => -1)
    still = now === last && now >= 0 ? still + 1 : 0
    if (still === 8) return now
    last = now
  }
}
