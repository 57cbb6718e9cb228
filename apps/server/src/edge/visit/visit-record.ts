import type { BlockList } from 'node:net'
import type { ClickRecord, PageViewRecord } from '../../clicks/index.ts'
import type { PageView } from '../../storefront/index.ts'
import type { RedirectOutcome } from '../outcome.ts'
import { queryOf } from '../request-target.ts'
import { headerText, proxyCountry, type Visit, visitorAddress } from '../visit.ts'

export interface VisitRecordDeps {
  /** Returns the id of a record of this time. */
  recordIdAt: (at: number) => string
  /** Undefined when no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

// Both records copy values of the request; the shipper parses them, off the visitor's path.

export function toClickRecord(
  visit: Visit,
  { link, rule, shop, reason, referrer }: RedirectOutcome,
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
    revision: link.revision,
    address: visitorAddress(visit, deps.trustedProxies),
    userAgent: headerText(headers['user-agent']),
    referrer: referrer ?? headerText(headers.referer),
    acceptLanguage: headerText(headers['accept-language']),
    purpose: purposeOf(headers),
    country: proxyCountry(visit, deps.trustedProxies),
    query: queryOf(visit.url ?? ''),
  }
}

export function toPageViewRecord(visit: Visit, view: PageView, at: number, deps: VisitRecordDeps): PageViewRecord {
  const { headers } = visit
  return {
    ...view,
    id: deps.recordIdAt(at),
    at,
    method: visit.method ?? '',
    address: visitorAddress(visit, deps.trustedProxies),
    userAgent: headerText(headers['user-agent']),
    referrer: headerText(headers.referer),
    acceptLanguage: headerText(headers['accept-language']),
    purpose: purposeOf(headers),
    country: proxyCountry(visit, deps.trustedProxies),
    query: queryOf(visit.url ?? ''),
  }
}

/** Returns the purpose that a browser states when it loads a page before a visit. */
function purposeOf(headers: Visit['headers']): string {
  return headerText(headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'])
}
