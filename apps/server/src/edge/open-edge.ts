import { type JournalState, openJournal } from '../clicks/index.ts'
import { findDestinations, findLinkChanges } from '../links/index.ts'
import type { Clock } from '../platform/clock.ts'
import { trustedProxyList } from '../platform/http/client-address.ts'
import { closeServer, listen } from '../platform/http/http.ts'
import type { Ids } from '../platform/ids.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { openPostgresListener } from '../platform/postgres/postgres-listener.ts'
import type { Log } from '../platform/process/log.ts'
import { makeVisitAnswerer } from './answer-visit.ts'
import { keepCaughtUp } from './catch-up.ts'
import { makeClickIds } from './click-ids.ts'
import { keepHotLinks } from './keep-hot-links.ts'
import { redirectHeaders } from './known-link.ts'
import { type KnownLinksState, makeKnownLinks } from './known-links.ts'
import { makeMissLimit } from './miss-limit.ts'
import { makeRedirect } from './send-on.ts'
import { makeSmallPages } from './small-pages.ts'
import { VisitServer } from './visit-server.ts'

export interface EdgeOptions {
  host: string
  /** 0 for any. */
  port: number
  publicOrigin: string
  durability: 'disk' | 'process'
  /** The journals of every edge of this machine. */
  journalsFolder: string
  /** Where the links that are visited outlive this process, if anywhere; shared by every edge of this machine. */
  snapshotFolder?: string
  /** Works as the visitors' role; may be a replica. */
  db: Db
  /** The primary, to hear of changes. */
  databaseUrl: string
  trustedProxies: readonly string[]
  clock: Clock
  ids: Ids
  log: Log
  missesPerMinute?: number
  /** How often changes are looked for that no notice told of. */
  catchUpMs?: number
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
  /** `hits`: how many visits were answered without a look-up, since the start. */
  links: KnownLinksState & { hits: number; isListening: boolean }
  /** Since the start, by what visitors got. */
  visits: Record<'sentOn' | 'removed' | 'unknown' | 'tooMany' | 'busy', number>
}

const linkChannel = 'link_changed'
const replicaLagMs = 700
const keepAliveMs = 65_000 // longer than the minute of a common proxy, which must be the one to hang up

/** Answers visitors of the public origin, and keeps their clicks. Starts and goes on without the database, with the links it knows. */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const {
    publicOrigin,
    durability,
    journalsFolder,
    snapshotFolder,
    db,
    databaseUrl,
    clock,
    ids,
    log,
    missesPerMinute = 120,
    catchUpMs = 5_000,
    onFatal = endProcess,
  } = options
  const trustedProxies = options.trustedProxies.length > 0 ? trustedProxyList(options.trustedProxies) : undefined
  const knownLinks = makeKnownLinks({
    findDestinations: (slugs) => findDestinations(db, slugs),
  })
  const journal = await openJournal({ journalsFolder, durability, ids, log, onFatal })
  const hotLinks = snapshotFolder === undefined ? undefined : await keepHotLinks({ folder: snapshotFolder, knownLinks, clock, log })
  const changes = keepCaughtUp({ findLinkChanges: (since, most) => findLinkChanges(db, since, most), knownLinks, everyMs: catchUpMs, log })
  const listener = openPostgresListener({
    databaseUrl,
    channel: linkChannel,
    log,
    onNotice(slug) {
      knownLinks.forget(slug)
      // A replica may be a moment behind the notice: what was looked up meanwhile is forgotten too.
      setTimeout(() => knownLinks.forget(slug), replicaLagMs).unref()
    },
    onListening() {
      knownLinks.believeMisses()
      changes.catchUpNow()
    },
    onLost: knownLinks.doubtMisses,
  })

  const pages = makeSmallPages(publicOrigin)

  function state(): EdgeState {
    const written = journal.state()
    const links = { ...knownLinks.state(), hits: answerer.atHand(), isListening: listener.isListening() }
    const { removed, unknown, tooMany, busy } = pages
    // Every redirect has a click, appended or lost.
    const visits = {
      sentOn: written.appended + written.lost,
      removed: removed.given,
      unknown: unknown.given,
      tooMany: tooMany.given,
      busy: busy.given,
    }
    return { status: written.isLosing ? 'losing clicks' : 'ok', journal: written, links, visits }
  }

  /** How it is, and nothing of how much it is used: anybody may ask. */
  function health(): object {
    const { status, journal: written, links } = state()
    const { known, misses, isDatabaseReachable, isListening } = links
    const { appended, ...others } = written
    return { status, journal: { kept: appended, ...others }, links: { known, misses, isDatabaseReachable, isListening } }
  }

  const answerer = makeVisitAnswerer({
    clock,
    clickIdAt: makeClickIds(ids),
    trustedProxies,
    knownLinks,
    journal,
    pages,
    redirect: makeRedirect(redirectHeaders(publicOrigin), keepAliveMs),
    missLimit: makeMissLimit(missesPerMinute),
    health,
    log,
  })
  const server = new VisitServer(
    {
      maxHeaderSize: 16_384, // target and headers together; above it is answered with 431
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: 5_000,
      optimizeEmptyRequests: true, // who sends no body is not waited for to send one
    },
    answerer.answerVisit,
    answerer.followPlain,
  )
  server.maxHeadersCount = 100

  const release = async () => {
    changes.close()
    await listener.close()
    await journal.close()
    await hotLinks?.close()
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
