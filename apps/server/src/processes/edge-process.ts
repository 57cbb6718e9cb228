import { join } from 'node:path'
import { isPaused, watchResume } from '../backups/visitors.ts'
import { checkGeoipFile } from '../clicks/visitors.ts'
import type { Config } from '../config.ts'
import { measureEdge, openEdge } from '../edge/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { systemIds } from '../platform/ids.ts'
import { type Db, openPostgres, rejectPrivilegedDatabase } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { limitHeapGrowth } from '../platform/process/process-limits.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { getEdgeReadUrl, getListenerUrl } from './stores.ts'

export async function runEdge(config: Config, log: Log): Promise<void> {
  limitHeapGrowth()
  // Visits open the file only when they need it, which is too late to report that it can't be used. So it is checked
  // now.
  if (config.geoipDb !== undefined) await checkGeoipFile(config.geoipDb)
  const db = openPostgres(getEdgeReadUrl(config), { size: 4 })
  const pause = watchPause(db)
  const opening = openEdge({
    isPaused: pause.isPaused,
    host: config.host,
    port: config.linksPort,
    isPortShared: config.isLinksPortShared,
    publicOrigin: config.linksUrl,
    publicHosts: config.linksHosts,
    appOrigin: config.appUrl,
    durability: config.clickDurability,
    journalsFolder: join(config.dataFolder, 'journal'),
    snapshotFolder: config.dataFolder,
    db,
    listenerUrl: getListenerUrl(config, 'edge'),
    geoipDb: config.geoipDb,
    connectionsPerAddress: config.connectionsPerAddress,
    hasPlans: config.hasPlans,
    hasFastPath: config.isEdgeSocketReaderOn,
    trustedProxies: config.trustedProxies,
    clock: systemClock,
    ids: systemIds,
    log,
  })
  // The check runs while the edge starts, because an edge serves its snapshot even if PostgreSQL can't be reached.
  const [edge] = await Promise.all([opening, rejectPrivilegedDatabase(db)])
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureEdge(metrics, edge)
  stopOnSignal(async () => {
    pause.close()
    await Promise.all([edge.close(), metrics?.close()])
    await db.destroy()
  })
  await sendToParent({ kind: 'ready', port: edge.port })
}

/** If the database can't be reached, the instance counts as not paused, because the edge then serves what it knows. */
function watchPause(db: Db): { isPaused(): boolean; close(): void } {
  let [isNowPaused, isClosed] = [false, false]
  let resume: { close(): void } | undefined
  void isPaused(db)
    .catch(() => false)
    .then((wasPaused) => {
      isNowPaused = wasPaused
      if (wasPaused && !isClosed) resume = watchResume(db, () => (isNowPaused = false))
    })
  return {
    isPaused: () => isNowPaused,
    close() {
      isClosed = true
      resume?.close()
    },
  }
}
