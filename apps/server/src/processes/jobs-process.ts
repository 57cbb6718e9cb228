import type { Config } from '../config.ts'
import { rejectNewerDatabasesIfReadable } from '../databases/newer-databases.ts'
import { openJobs } from '../jobs.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { rejectPrivilegedDatabase } from '../platform/postgres/postgres.ts'
import { limitHeapGrowth } from '../platform/process/heap-growth.ts'
import type { Log } from '../platform/process/log.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { openBilling } from '../subscriptions/index.ts'
import { openGoogle } from '../youtube-channels/index.ts'
import { openDeps } from './open-deps.ts'
import { openShipping } from './open-shipping.ts'
import { measureRollups } from './rollup-metrics.ts'
import { measureShipping } from './shipping-metrics.ts'
import { googleSecretsOf } from './stored-secrets.ts'
import { clickhouseUrlOf, databaseUrlOf } from './stores.ts'

export async function runJobs(config: Config, log: Log): Promise<void> {
  limitHeapGrowth()
  await rejectNewerDatabasesIfReadable({ databaseUrl: databaseUrlOf(config, 'jobs'), clickhouseUrl: clickhouseUrlOf(config, 'writer') })
  const deps = openDeps(config, 'jobs', log)
  await rejectPrivilegedDatabase(deps.db)
  const { operatorEmail, clickRetentionMonths, linkChecks } = config
  const jobs = await openJobs({
    deps,
    databaseUrl: databaseUrlOf(config, 'jobs'),
    operatorEmail,
    clickRetentionMonths,
    billing: await openBilling(config.stripe),
    google: await openGoogle(config.google, await googleSecretsOf(config)),
    linkChecks: linkChecks.isOn ? linkChecks : undefined,
  })
  const shipping = await openShipping(config, deps)
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) {
    measureShipping(metrics, shipping)
    measureRollups(metrics, deps)
  }
  stopOnSignal(async () => {
    await Promise.all([jobs.close(), shipping.close(), metrics?.close()])
    await deps.close()
  })
  await sendToParent({ kind: 'ready' })
}
