import { createServer } from 'node:http'
import { type JournalState, openJournal } from '../clicks/index.ts'
import { findDestinations } from '../links/index.ts'
import { trustedProxyList } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import { closeServer, listen } from '../platform/http.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/postgres.ts'
import { openPostgresListener } from '../platform/postgres-listener.ts'
import { makeVisitAnswerer } from './answer-visit.ts'
import { redirectHeaders } from './known-link.ts'
import { makeKnownLinks } from './known-links.ts'
import { makeMissLimit } from './miss-limit.ts'
import { makeSmallPages } from './small-pages.ts'

export interface EdgeOptions {
  host: string
  /** 0 for any. */
  port: number
  publicOrigin: string
  durability: 'disk' | 'process'
  /** The journals of every edge of this machine. */
  journalsFolder: string
  /** Works as the visitors' role; may be a replica. */
  db: Db
  /** The primary, to hear of changes. */
  databaseUrl: string
  trustedProxies: readonly string[]
  clock: Clock
  ids: Ids
  log: Log
  missesPerMinute?: number
  /** Called when the disk failed and this process must not go on. */
  onFatal?(error: unknown): void
}

export interface Edge {
  port: number
  state(): EdgeState
  /** Answers what was accepted, keeps its clicks, and lets go; within 5 seconds. */
  close(): Promise<void>
}

export interface EdgeState {
  status: 'ok' | 'losing clicks'
  journal: JournalState
  links: { known: number; misses: number; isDatabaseReachable: boolean; isListening: boolean }
}

const linkChannel = 'link_changed'
const replicaLagMs = 700

/** Answers visitors of the public origin, and keeps their clicks. Starts and goes on without the database, with the links it knows. */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const {
    publicOrigin,
    durability,
    journalsFolder,
    db,
    databaseUrl,
    clock,
    ids,
    log,
    missesPerMinute = 120,
    onFatal = endProcess,
  } = options
  const trustedProxies = options.trustedProxies.length > 0 ? trustedProxyList(options.trustedProxies) : undefined
  const knownLinks = makeKnownLinks({
    findDestinations: (slugs) => findDestinations(db, slugs),
    sharedHeaders: redirectHeaders(publicOrigin),
  })
  const journal = await openJournal({ journalsFolder, durability, ids, log, onFatal })
  const listener = openPostgresListener({
    databaseUrl,
    channel: linkChannel,
    log,
    onNotice(slug) {
      knownLinks.forget(slug)
      // A replica may be a moment behind the notice: what was looked up meanwhile is forgotten too.
      setTimeout(() => knownLinks.forget(slug), replicaLagMs).unref()
    },
    onListening: knownLinks.doubtEverything,
  })

  function state(): EdgeState {
    const kept = journal.state()
    const links = { ...knownLinks.state(), isListening: listener.isListening() }
    return { status: kept.isLosing ? 'losing clicks' : 'ok', journal: kept, links }
  }

  const answerVisit = makeVisitAnswerer({
    clock,
    ids,
    trustedProxies,
    knownLinks,
    journal,
    pages: makeSmallPages(publicOrigin),
    missLimit: makeMissLimit(missesPerMinute),
    health: state,
    log,
  })
  const server = createServer(
    {
      maxHeaderSize: 16_384, // target and headers together; above it is answered with 431
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000, // longer than the minute of a common proxy, which must be the one to hang up
      connectionsCheckingInterval: 5_000,
    },
    answerVisit,
  )
  server.maxHeadersCount = 100
  // A client that closes its sending side after the request still gets its answer, which comes a moment later. Node has this switch since 0.x and does
  // not document it.
  Object.assign(server, { httpAllowHalfOpen: true })

  const release = async () => {
    await listener.close()
    await journal.close()
  }
  try {
    const port = await listen(server, options.host, options.port, 'LINKS_PORT')
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

function endProcess(): void {
  process.exit(1)
}
