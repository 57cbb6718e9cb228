import type { BlockList } from 'node:net'
import type { ClickRecord } from '../clicks/index.ts'
import { queryOf } from './http/request-target.ts'
import type { RedirectOutcome } from './outcome.ts'
import { headerText, proxyCountry, type Visit, visitorAddress } from './visit.ts'

export interface ClickRecordDeps {
  /** Returns the id of a click at this time. */
  clickIdAt: (at: number) => string
  /** Undefined when no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

/** Copies what the request says; the shipper parses it, off the visitor's path. */
export function toClickRecord(visit: Visit, { link, rule }: RedirectOutcome, at: number, deps: ClickRecordDeps): ClickRecord {
  const { headers } = visit
  return {
    id: deps.clickIdAt(at),
    at,
    organizationId: link.organizationId,
    projectId: link.projectId,
    linkId: link.linkId,
    method: visit.method ?? '',
    rule,
    revision: link.revision,
    address: visitorAddress(visit, deps.trustedProxies),
    userAgent: headerText(headers['user-agent']),
    referrer: headerText(headers.referer),
    acceptLanguage: headerText(headers['accept-language']),
    purpose: headerText(headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']),
    country: proxyCountry(visit, deps.trustedProxies),
    query: queryOf(visit.url ?? ''),
  }
}
