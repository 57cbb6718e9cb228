import { type Disk, type JournalState, openCountryTable, openJournal, publishLostClicks } from '../clicks/visitors.ts'
import { findDomainFiles } from '../domains/visitors.ts'
import { findLinkTitle, findResolvedLinks } from '../links/visitors.ts'
import { buildInfo } from '../platform/build-info.ts'
import type { Clock } from '../platform/clock.ts'
import { createTrustedProxyList } from '../platform/http/client-address.ts'
import { createConnectionLimit } from '../platform/http/connection-limit.ts'
import { closeServer, listen } from '../platform/http/listen.ts'
import { createOriginMatcher } from '../platform/http/origin-names.ts'
import type { Ids } from '../platform/ids.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { createStorePages, findLinkLook } from '../storefront/index.ts'
import { createMediaFiles } from '../uploads/visitors.ts'
import { createServedDomains } from './domains/served-domains.ts'
import { createResponseWriters } from './http/response-writers.ts'
import { VisitServer } from './http/visit-server.ts'
import { createLinkCache, type LinkCacheState } from './link-cache/link-cache.ts'
import { persistSnapshot } from './link-cache/link-snapshot.ts'
import { createLinkLooks } from './link-looks.ts'
import { createLinkPages } from './link-pages.ts'
import { createNotFoundLimit } from './not-found-limit.ts'
import { receiveChanges } from './receive-changes.ts'
import { createPolicyHeaders } from './responses.ts'
import { createVisitResolver } from './visit/resolve-visit.ts'
import { createRecordIds, createVisitServing } from './visit/serve-visit.ts'
import { createTlsVisits, type TlsCounts } from './visit/tls-visits.ts'
import { createDomainVisits } from './visit/visit-domain.ts'
import { createMediaVisits, createPageChecks, createStoreVisits } from './visit/visit-store.ts'
import { createVisitorCountries } from './visitor-countries.ts'

export interface EdgeOptions {
  host: string
  /** 0 selects any free port. */
  port: number
  /** Whether other edges of this machine may listen on the same port. */
  isPortShared?: boolean
  publicOrigin: string
  /** Other host names of the public origin. */
  publicHosts?: readonly string[]
  /** The host of this origin serves no links. Undefined if the origin is not known. */
  appOrigin?: string
  durability: 'disk' | 'process'
  /** The folder with the journals of all edges on this machine. */
  journalsFolder: string
  /** Replaces the journal's disk in tests. */
  journalDisk?: Disk
  /**
   * The folder of the link snapshot and the served domains. All edges of this machine share it. If undefined, neither
   * is stored.
   */
  snapshotFolder?: string
  /** Must be connected as the visitors' role. May be a replica. */
  db: Db
  /** The URL of the primary, which sends the notifications of changed links. */
  listenerUrl: string
  /** A geoip database to use instead of the bundled one. */
  geoipDb?: string | undefined
  trustedProxies: readonly string[]
  clock: Clock
  ids: Ids
  log: Log
  notFoundPerMinute?: number
  /** Maximum number of open connections per IPv4 address or IPv6 /64. Trusted proxies have no limit. */
  connectionsPerAddress?: number
  /** How long a visitor waits until a link, a store or a file is loaded. */
  lookupTimeoutMs?: number
  pollMs?: number
  /** If false, `node:http` reads every request, which costs about a fifth of the throughput. */
  hasFastPath?: boolean
  /**
   * Whether the instance has plans. If so, only the scripts of stores with certain plans may open network connections.
   * If not, the scripts of every store may.
   */
  hasPlans?: boolean
  /** While it returns true, proxies get no certificates for own domains. */
  isPaused?(): boolean
  /** Called if the disk failed. The process must then end. */
  onFatal?(error: unknown): void
}

export interface Edge {
  port: number
  state(): EdgeState
  /** Answers the accepted requests, records their clicks and releases all resources, within 5 seconds. */
  close(): Promise<void>
}

export interface EdgeState {
  status: 'ok' | 'losing clicks'
  journal: JournalState
  links: LinkCacheState & { isListening: boolean }
  /** The number of own domains that are served. */
  servedDomains: number
  /** Certificate requests for domains since the start, by outcome. */
  tls: TlsCounts
  /** Connections since the start that exceeded the limit of their address. */
  rejectedConnections: number
  /** Visits since the start, by outcome. */
  visits: Record<'redirect' | 'gone' | 'notFound' | 'rateLimited' | 'busy' | 'loop', number>
}

const keepAliveMs = 65_000 // longer than the usual 60 s of a proxy, so that the proxy is the one that closes

/**
 * Answers visitors of the public origin and records their clicks. It also starts while the database is down, and serves
 * cached links without the database.
 */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { publicOrigin, durability, journalsFolder, snapshotFolder, db, listenerUrl, geoipDb, clock, ids, log } = options
  const { publicHosts = [], notFoundPerMinute = 120, connectionsPerAddress = 1_000, pollMs = 5_000, lookupTimeoutMs = 2_000 } = options
  const { hasFastPath = true, hasPlans = true, onFatal = endProcess } = options
  const trustedProxies = options.trustedProxies.length > 0 ? createTrustedProxyList(options.trustedProxies) : undefined
  const servedDomains = createServedDomains({ publicOrigin, publicHosts, appOrigin: options.appOrigin })
  const isInstanceOrigin = createOriginMatcher({ origin: publicOrigin, hosts: publicHosts, ports: [options.port] })
  const isOwnOrigin = (href: string) => isInstanceOrigin(href) || servedDomains.find(new URL(href).host).kind === 'domain'
  const linkCache = createLinkCache({ findLinks: (addresses) => findResolvedLinks(db, addresses), isOwnOrigin, timeoutMs: lookupTimeoutMs })
  const countries = createVisitorCountries({ openTable: () => openCountryTable(geoipDb, { log }), trustedProxies, log })
  const journal = await openJournal({ journalsFolder, durability, files: options.journalDisk, ids, log, onFatal })
  const snapshot = snapshotFolder === undefined ? undefined : await persistSnapshot({ folder: snapshotFolder, linkCache, clock, log })
  const updates = await receiveChanges({
    ...{ db, listenerUrl, linkCache, servedDomains, folder: snapshotFolder, pollMs, timeoutMs: lookupTimeoutMs, clock, log },
  })
  const { isPaused } = options
  const tls = createTlsVisits({ servedDomains, publicOrigin, trustedProxies: options.trustedProxies, isPaused })
  const endPublishing = publishLostClicks({ state: journal.state, notify: updates.notify })

  const notFoundLimit = createNotFoundLimit(notFoundPerMinute)
  const storePages = createStorePages({ db, publicOrigin, clock, log, hasPlans, timeoutMs: lookupTimeoutMs })
  const visitStore = createStoreVisits({ storePages, publicOrigin })
  const visitMedia = createMediaVisits({ mediaFiles: createMediaFiles({ db, log, timeoutMs: lookupTimeoutMs }), publicOrigin })
  const resolveVisit = createVisitResolver({
    servedDomains,
    linkCache,
    notFoundLimit,
    isOwnOrigin,
    countries,
    linkPages: createLinkPages(publicOrigin),
    getLinkLook: createLinkLooks({ findLook: (link) => findLinkLook(db, link), timeoutMs: lookupTimeoutMs }),
    findTitle: (linkId) => withTimeout(lookupTimeoutMs, findLinkTitle(db, linkId)).catch(() => undefined),
    domainVisits: createDomainVisits({ publicOrigin, findFiles: (domainId) => findDomainFiles(db, domainId), timeoutMs: lookupTimeoutMs }),
    visitStore,
    isPageShown: createPageChecks(storePages),
    visitMedia,
    visitTls: tls.visitTls,
    trustedProxies,
    clock,
  })
  const { serveVisit, counts } = createVisitServing({ resolveVisit, journal, recordIdAt: createRecordIds(ids), trustedProxies, clock, log })
  const connectionLimit = createConnectionLimit({ perAddress: connectionsPerAddress, trustedProxies })
  const server = new VisitServer(
    {
      hasFastPath,
      maxHeaderSize: 16_384, // maximum size of request line and headers; a larger head gets 431
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 5_000,
      optimizeEmptyRequests: true, // does not wait for a body that is not sent
    },
    {
      serveVisit,
      writers: createResponseWriters({ publicOrigin, keepAliveMs, health: () => toHealth(state()) }),
      policyHeaders: () => createPolicyHeaders(publicOrigin),
      connectionLimit,
      log,
    },
  )
  server.maxHeadersCount = 100

  function state(): EdgeState {
    const recorded = journal.state()
    const { redirect, gone, busy, loop, 'not-found': notFound, 'rate-limited': rateLimited } = counts
    return {
      status: recorded.isLosing ? 'losing clicks' : 'ok',
      journal: recorded,
      links: { ...linkCache.state(), isListening: updates.isListening() },
      servedDomains: servedDomains.count(),
      tls: tls.counts,
      rejectedConnections: connectionLimit.rejectedCount(),
      visits: { redirect, gone, notFound, rateLimited, busy, loop },
    }
  }

  async function release(): Promise<void> {
    await storePages.close()
    endPublishing()
    await updates.close()
    await journal.close()
    await snapshot?.close()
    countries.close()
  }

  try {
    const port = await listen(server, options.host, options.port, 'LINKS_PORT', options.isPortShared)
    return {
      port,
      state,
      async close() {
        await closeServer(server)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Returns the state that `/healthz` publishes: whether the edge works, and which code it runs. It contains no counters.
 * Only the operator sees how much the edge is used, at METRICS_PORT.
 */
function toHealth({ status, journal: { isDiskFull }, links: { isDatabaseReachable, isListening } }: EdgeState): object {
  return { status, ...buildInfo, isDiskFull, isDatabaseReachable, isListening }
}

function endProcess(): void {
  process.exit(1)
}
