import { findServedDomains, listServedDomains } from '../domains/visitors.ts'
import { type DomainChange, findLinkChanges, type LinkChange, parseLinkChange } from '../links/visitors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { openPostgresListener } from '../platform/postgres/postgres-listener.ts'
import type { Log } from '../platform/process/log.ts'
import { createServedDomainLoading } from './domains/load-served-domains.ts'
import type { ServedDomains } from './domains/served-domains.ts'
import { persistServedDomains } from './domains/served-domains-file.ts'
import type { LinkCache } from './link-cache/link-cache.ts'
import { type ChangeReceiver, pollLinkChanges } from './link-cache/poll-link-changes.ts'

interface ChangeOptions {
  db: Db
  listenerUrl: string
  linkCache: LinkCache
  servedDomains: ServedDomains
  /** The folder of the served domains. If undefined, they are not stored on disk. */
  folder: string | undefined
  pollMs: number
  timeoutMs: number
  clock: Clock
  log: Log
}

export interface ReceivedChanges {
  isListening(): boolean
  /** Sends a notification to a channel, over the listening connection. */
  notify(channel: string): void
  close(): Promise<void>
}

const channel = 'link_changed'
const replicaLagMs = 700

/**
 * Invalidates changed links and loads changed domains. A notification triggers this within a moment; polling catches
 * changes whose notification was lost. When this resolves, the domains are restored from disk, or loaded if there is no
 * file.
 */
export async function receiveChanges(options: ChangeOptions): Promise<ReceivedChanges> {
  const { db, listenerUrl, linkCache, servedDomains, folder, pollMs, timeoutMs, clock, log } = options
  const persistence = folder === undefined ? undefined : await persistServedDomains({ folder, servedDomains, clock, log })
  const loading = createServedDomainLoading({
    servedDomains,
    findDomains: (hosts) => findServedDomains(db, hosts),
    listDomains: (afterHost, limit) => listServedDomains(db, afterHost, limit),
    onLoaded: () => persistence?.confirm(),
    timeoutMs,
    log,
  })

  if (!servedDomains.isLoaded()) await loading.loadAll()

  const receiver: ChangeReceiver = {
    invalidate(change: LinkChange | DomainChange) {
      if ('host' in change) loading.load(change.host)
      else linkCache.invalidate(change)
    },
    markFresh(at) {
      linkCache.markFresh(at)
      if (loading.isCurrent()) persistence?.confirm()
    },
    markAllStale() {
      linkCache.markAllStale()
      void loading.loadAll()
    },
  }

  const polling = pollLinkChanges({ findLinkChanges: (since, limit) => findLinkChanges(db, since, limit), receiver, everyMs: pollMs, log })
  const listener = openPostgresListener({
    listenerUrl,
    channel,
    log,
    onNotification(payload) {
      const change = parseLinkChange(payload)
      receiver.invalidate(change)
      // A replica may be slightly behind the notification. The second invalidation drops an outdated version that was
      // loaded from such a replica after the first invalidation.
      setTimeout(() => receiver.invalidate(change), replicaLagMs).unref()
    },
    onListening() {
      linkCache.resumeNegativeCache()
      polling.pollNow()
    },
    onLost: linkCache.pauseNegativeCache,
  })
  return {
    isListening: listener.isListening,
    notify: listener.notify,
    async close() {
      polling.close()
      loading.close()
      await listener.close()
      await persistence?.close()
    },
  }
}
