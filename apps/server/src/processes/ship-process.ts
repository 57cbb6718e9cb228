import type { Config } from '../config.ts'
import { keepHeapLean } from '../platform/lean-heap.ts'
import type { Log } from '../platform/log.ts'
import { openMetrics } from '../platform/metrics.ts'
import { stopWhenAsked, tell } from '../platform/process-messages.ts'
import { openPlatform } from './open-platform.ts'
import { openShipping } from './open-shipping.ts'
import { measureShipping } from './shipping-metrics.ts'

/** For a machine with an edge and no jobs. */
export async function runShip(config: Config, log: Log): Promise<void> {
  keepHeapLean()
  const platform = openPlatform(config, log)
  const shipping = await openShipping(config, platform)
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureShipping(metrics, shipping)
  stopWhenAsked(async () => {
    await Promise.all([shipping.close(), metrics?.close()])
    await platform.close()
  })
  await tell({ kind: 'ready' })
}
