import { join } from 'node:path'
import type { Config } from '../config.ts'
import { measureEdge, openEdge } from '../edge/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openMetrics } from '../platform/http/metrics.ts'
import { systemIds } from '../platform/ids.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { limitHeapGrowth } from '../platform/process/heap-growth.ts'
import type { Log } from '../platform/process/log.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'
import { databaseUrlOf } from './open-deps.ts'

export async function runEdge(config: Config, log: Log): Promise<void> {
  limitHeapGrowth()
  const databaseUrl = databaseUrlOf(config)
  const db = openPostgres(config.databaseReadUrl ?? databaseUrl, 'linkshelf_edge', { size: 4 })
  const edge = await openEdge({
    host: config.host,
    port: config.linksPort,
    isPortShared: config.isLinksPortShared,
    publicOrigin: config.linksUrl,
    durability: config.clickDurability,
    journalsFolder: join(config.dataFolder, 'journal'),
    snapshotFolder: config.dataFolder,
    db,
    databaseUrl,
    geoipDb: config.geoipDb,
    isSocketReaderOn: config.isEdgeSocketReaderOn,
    trustedProxies: config.trustedProxies,
    clock: systemClock,
    ids: systemIds,
    log,
  })
  const metrics = config.metrics && (await openMetrics(config.metrics))
  if (metrics) measureEdge(metrics, edge)
  stopOnSignal(async () => {
    await Promise.all([edge.close(), metrics?.close()])
    await db.destroy()
  })
  await sendToParent({ kind: 'ready', port: edge.port })
}
