import type { Config } from '../config.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { keepHeapLean } from '../platform/process/lean-heap.ts'
import type { Log } from '../platform/process/log.ts'
import { stopWhenAsked, tell } from '../platform/process/process-messages.ts'
import { openDeps } from './open-platform.ts'
import { openShipping } from './open-shipping.ts'
import { measureShipping } from './shipping-metrics.ts'

/** For a machine with an edge and no jobs. */
export async function runShip(config: Config, log: Log): Promise<void> {
  keepHeapLean()
  const deps = openDeps(config, log)
  const shipping = await openShipping(config, deps)
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureShipping(metrics, shipping)
  stopWhenAsked(async () => {
    await Promise.all([shipping.close(), metrics?.close()])
    await deps.close()
  })
  await tell({ kind: 'ready' })
}
