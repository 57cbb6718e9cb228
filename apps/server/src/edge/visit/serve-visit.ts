import type { BlockList } from 'node:net'
import type { ClickRecord, Journal, PageViewRecord } from '../../clicks/visitors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/process/log.ts'
import type { PageView } from '../../storefront/index.ts'
import { BUSY, insertClickId, type Outcome, type RedirectOutcome } from '../outcome.ts'
import { getProxyCountry, getVisitorAddress, parseTargetQuery, toHeaderText, type Visit } from '../visit.ts'
import type { ResolveVisit } from './resolve-visit.ts'

/** Writes the outcome as the response to the visit. `at` is the current time in milliseconds since 1970. */
type WriteResponse = (outcome: Outcome, at: number, visit: Visit) => void

/**
 * Resolves the visit, records its click or page view, then calls `write`. Never throws: any unexpected error is logged,
 * and `busy` is written.
 */
export type ServeVisit = (visit: Visit, write: WriteResponse) => void

type OutcomeCounts = Record<Outcome['kind'], number>

export interface VisitServing extends VisitRecordDeps {
  resolveVisit: ResolveVisit
  journal: Pick<Journal, 'append'>
  clock: Clock
  log: Log
}

export function createVisitServing(deps: VisitServing): { serveVisit: ServeVisit; counts: Readonly<OutcomeCounts> } {
  const { resolveVisit, journal, clock, log } = deps
  const counts = {
    redirect: 0,
    page: 0,
    store: 0,
    media: 0,
    'link-page': 0,
    tls: 0,
    'domain-page': 0,
    gone: 0,
    'not-found': 0,
    'store-not-found': 0,
    'rate-limited': 0,
    busy: 0,
    loop: 0,
    'method-not-allowed': 0,
  }

  function serveVisit(visit: Visit, write: WriteResponse): void {
    try {
      const outcome = resolveVisit(visit)
      if (outcome instanceof Promise) finishLater(visit, outcome, write)
      else finish(visit, outcome, write)
    } catch (error) {
      fail(error, visit, write)
    }
  }

  async function finishLater(visit: Visit, resolving: Promise<Outcome>, write: WriteResponse): Promise<void> {
    try {
      finish(visit, await resolving, write)
    } catch (error) {
      fail(error, visit, write)
    }
  }

  function finish(visit: Visit, outcome: Outcome, write: WriteResponse): void {
    const at = clock.now().getTime()
    if (outcome.kind === 'redirect') {
      const click = toClickRecord(visit, outcome, at, deps)
      const served = outcome.clickIdAt === undefined ? outcome : insertClickId(outcome, click.id)
      journal.append(click, () => respond(visit, served, at, write))
    } else if (outcome.kind === 'store' && outcome.view !== undefined)
      journal.append(toPageViewRecord(visit, outcome.view, at, deps), () => respond(visit, outcome, at, write))
    else respond(visit, outcome, at, write)
  }

  /**
   * Writes and counts the response. Never throws, because the journal also calls this function, and one failed response
   * must not make the journal fail.
   */
  function respond(visit: Visit, outcome: Outcome, at: number, write: WriteResponse): void {
    try {
      write(outcome, at, visit)
      if (outcome.kind === 'redirect')
        counts.redirect += 1 // the usual case
      else counts[outcome.kind] += 1
    } catch (error) {
      fail(error, visit, write)
    }
  }

  function fail(error: unknown, visit: Visit, write: WriteResponse): void {
    log.error({ err: error }, 'A visit failed and is answered with 503')
    counts.busy += 1
    try {
      write(BUSY, clock.now().getTime(), visit)
    } catch {
      // The connection is closed or its response has begun, so no response can be sent.
    }
  }

  return { serveVisit, counts }
}

interface VisitRecordDeps {
  /** Returns the id of a record that is created at this time. */
  recordIdAt: (at: number) => string
  /** Undefined if no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

// Click records and page view records only copy values of the request. The shipper parses these values later, so that
// visitors do not wait for the parsing.

function toClickRecord(
  visit: Visit,
  { link, rule, shop, reason, campaign, referrer }: RedirectOutcome,
  at: number,
  deps: VisitRecordDeps,
): ClickRecord {
  const { headers } = visit
  return {
    id: deps.recordIdAt(at),
    at,
    organizationId: link.organizationId,
    projectId: link.projectId,
    linkId: link.linkId,
    method: visit.method ?? '',
    rule,
    shop,
    shopReason: reason,
    campaign,
    host: visit.domain?.host ?? '',
    aliasId: link.aliasId ?? '',
    revision: link.revision,
    address: getVisitorAddress(visit, deps.trustedProxies),
    userAgent: toHeaderText(headers['user-agent']),
    referrer: referrer ?? toHeaderText(headers.referer),
    acceptLanguage: toHeaderText(headers['accept-language']),
    purpose: findPurpose(headers),
    country: getProxyCountry(visit, deps.trustedProxies),
    query: parseTargetQuery(visit.url ?? ''),
  }
}

function toPageViewRecord(visit: Visit, view: PageView, at: number, deps: VisitRecordDeps): PageViewRecord {
  const { headers } = visit
  return {
    ...view,
    id: deps.recordIdAt(at),
    at,
    method: visit.method ?? '',
    address: getVisitorAddress(visit, deps.trustedProxies),
    userAgent: toHeaderText(headers['user-agent']),
    referrer: toHeaderText(headers.referer),
    acceptLanguage: toHeaderText(headers['accept-language']),
    purpose: findPurpose(headers),
    country: getProxyCountry(visit, deps.trustedProxies),
    query: parseTargetQuery(visit.url ?? ''),
  }
}

/** Returns the purpose that a browser states if it loads a page in advance, for example `prefetch`. */
function findPurpose(headers: Visit['headers']): string {
  return toHeaderText(headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'])
}

/** All numbers of three hexadecimal digits, from `000` to `fff`. */
const endings = Array.from({ length: 4_096 }, (_, count) => count.toString(16).padStart(3, '0'))

/**
 * Returns a function that creates a UUIDv7 for each record. Once per millisecond `ids` generates an id, and a counter
 * replaces its last three digits. So random bytes are drawn only once per millisecond, and ids sort in the order of
 * their creation (RFC 9562, section 6.2).
 */
export function createRecordIds(ids: Ids): (at: number) => string {
  let madeAt = Number.NaN
  let prefix = ''
  let count = 0

  return (at) => {
    if (at !== madeAt || count === endings.length) {
      madeAt = at
      prefix = ids.next().slice(0, -3)
      count = 0
    }
    const ending = endings[count]
    count += 1
    return `${prefix}${ending}`
  }
}
