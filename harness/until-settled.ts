import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the number does not change for `stillMs`, because the shipper then has no more clicks to ship. If nobody
 * reads analytics, the shipper collects clicks for five seconds before it ships them, which can be longer than
 * `stillMs`. It does not do so in the first minute after its start.
 */
export async function untilSettled(read: () => Promise<number>, stillMs = 2_000): Promise<number> {
  for (let last = -1, still = 0; ; await sleep(250)) {
    const now = await read().catch(() => -1)
    still = now === last && now >= 0 ? still + 1 : 0
    if (still * 250 >= stillMs) return now
    last = now
  }
}
