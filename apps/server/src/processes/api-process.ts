import { fileURLToPath } from 'node:url'
import { openApi } from '../api.ts'
import type { Config } from '../config.ts'
import type { Log } from '../platform/log.ts'
import { openMetrics } from '../platform/metrics.ts'
import { stopWhenAsked, tell } from '../platform/process-messages.ts'
import { measureRequests } from '../platform/request-metrics.ts'
import { databaseUrlOf, openPlatform } from './open-platform.ts'

const dashboardFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export async function runApi(config: Config, log: Log): Promise<void> {
  const platform = openPlatform(config, log)
  const { host, port, trustedProxies, instantSignUps } = config
  const { termsUrl, socialLinks, clickRetentionMonths, edgeUrl = config.linksUrl } = config
  const instance = { termsUrl, socialLinks, clickRetentionMonths, edgeUrl }
  const api = await openApi({
    platform,
    databaseUrl: databaseUrlOf(config),
    host,
    port,
    trustedProxies,
    instantSignUpsPerHour: instantSignUps,
    instance,
    dashboardFolder,
  })
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureRequests(metrics, api.port)
  stopWhenAsked(async () => {
    await Promise.all([api.close(), metrics?.close()])
    await platform.close()
  })
  await tell({ kind: 'ready', port: api.port })
}
