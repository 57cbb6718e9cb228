import type { Config } from '../config.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { rejectPrivilegedDatabase } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { limitHeapGrowth } from '../platform/process/process-limits.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { openClickDeps } from './open-click-deps.ts'
import { measureShipping, openShipping } from './shipping.ts'

/** Ships the journals of a machine that has an edge and no jobs. */
export async function runShip(config: Config, log: Log): Promise<void> {
  limitHeapGrowth()
  const deps = openClickDeps(config, 'ship', log)
  await rejectPrivilegedDatabase(deps.db)
  const shipping = await openShipping(config, 'ship', deps)
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureShipping(metrics, shipping)
  stopOnSignal(async () => {
    await Promise.all([shipping.close(), metrics?.close()])
    await deps.close()
  })
  await sendToParent({ kind: 'ready' })
}
