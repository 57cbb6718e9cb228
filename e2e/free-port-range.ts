import { assertPortFree } from '../apps/server/src/platform/http/listen.ts'
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts'

/** The first of `count` consecutive free ports. */
export async function findFreePortRange(count: number): Promise<number> {
  for (;;) {
    const first = await findFreePort()
    const checks = Array.from({ length: count }, (_, nth) => assertPortFree('127.0.0.1', first + nth, 'METRICS_PORT'))
    if ((await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled')) return first
  }
}
