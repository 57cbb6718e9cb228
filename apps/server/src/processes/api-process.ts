import { fileURLToPath } from 'node:url'
import { listReachedLimits } from '../access/index.ts'
import { openApi } from '../api/api.ts'
import { checkGeoipFile } from '../clicks/index.ts'
import type { Config } from '../config.ts'
import { assertMigrationsIfReadable } from '../databases/newer-databases.ts'
import { measureDiskSpace } from '../platform/disk-space.ts'
import { measureRequests, openMetrics } from '../platform/http/metrics.ts'
import type { Log } from '../platform/process/log.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { openDeps, openServices } from './open-deps.ts'
import { readIdentitySecrets } from './stored-secrets.ts'
import { getClickHouseUrl, getDatabaseUrl, getListenerUrl } from './stores.ts'

const dashboardFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export async function runApi(config: Config, log: Log): Promise<void> {
  // Sign-ins open the file only when they need it, which is too late to report that it can't be used. So it is checked
  // now.
  if (config.geoipDb !== undefined) await checkGeoipFile(config.geoipDb)
  const databases = { databaseUrl: getDatabaseUrl(config, 'api'), clickhouseUrl: getClickHouseUrl(config, 'reader') }
  await assertMigrationsIfReadable(databases, config.backups.target)
  const deps = openDeps(config, 'api', log)
  const { host, port, trustedProxies, connectionsPerAddress, instantSignUps, geoipDb, providers, isProviderOnly } = config
  const {
    termsUrl,
    privacyUrl,
    operatorAddress,
    socialLinks,
    clickRetentionMonths,
    signUps,
    passwordMinLength,
    edgeUrl = config.linksUrl,
  } = config
  // In a fleet, nothing makes back-ups unless the operator schedules them and sets BACKUP_TARGET.
  const backupCopies =
    config.environment.BACKUP_TARGET === undefined || config.backups.target === undefined ? undefined : config.backups.copies
  const instance = {
    termsUrl,
    privacyUrl,
    operatorAddress,
    socialLinks,
    clickRetentionMonths,
    signUps,
    passwordMinLength,
    edgeUrl,
    backupCopies,
  }
  const api = await openApi({
    deps,
    listenerUrl: getListenerUrl(config, 'api'),
    host,
    port,
    trustedProxies,
    connectionsPerAddress,
    identitySecrets: await readIdentitySecrets(config),
    instantSignUpsPerHour: instantSignUps,
    geoipDb,
    providers,
    isProviderOnly,
    instance,
    ...(await openServices(config, deps.db)),
    dashboardFolder,
  })
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) {
    measureRequests(metrics, api.port)
    metrics.addCount({
      name: 'linkshelf_limits_reached_total',
      help: 'Calls that ended because a limit of their organization was reached',
      label: ['organization', 'code'],
      read: () => listReachedLimits(deps.clock.now()),
    })
    metrics.addCount({
      name: 'linkshelf_connections_rejected_total',
      help: 'Connections closed because their address had too many',
      read: api.rejectedConnections,
    })
    measureDiskSpace(metrics, deps.diskSpace)
  }
  stopOnSignal(async () => {
    await Promise.all([api.close(), metrics?.close()])
    await deps.close()
  })
  await sendToParent({ kind: 'ready', port: api.port })
}
