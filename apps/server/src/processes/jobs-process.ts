import type { Config } from '../config.ts'
import { openJobs } from '../jobs.ts'
import { makeGuardedFetch } from '../platform/guarded-fetch.ts'
import { keepHeapLean } from '../platform/lean-heap.ts'
import type { Log } from '../platform/log.ts'
import { openMetrics } from '../platform/metrics.ts'
import { stopWhenAsked, tell } from '../platform/process-messages.ts'
import { databaseUrlOf, openPlatform } from './open-platform.ts'
import { openShipping } from './open-shipping.ts'
import { measureShipping } from './shipping-metrics.ts'

export async function runJobs(config: Config, log: Log): Promise<void> {
  keepHeapLean()
  const platform = openPlatform(config, log)
  const fetchPage = makeGuardedFetch({
    userAgent: `LinkshelfLinkCheck/1.0 (+${config.linksUrl})`,
    allowedPrivateAddresses: config.allowedPrivateAddresses,
  })
  const jobs = await openJobs({ platform, databaseUrl: databaseUrlOf(config), fetchPage, operatorEmail: config.operatorEmail })
  const shipping = await openShipping(config, platform)
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureShipping(metrics, shipping)
  stopWhenAsked(async () => {
    await Promise.all([jobs.close(), shipping.close(), metrics?.close()])
    await platform.close()
  })
  await tell({ kind: 'ready' })
}
