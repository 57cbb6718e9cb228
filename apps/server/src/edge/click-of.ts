import type { BlockList, Socket } from 'node:net'
import type { ClickRecord } from '../clicks/index.ts'
import type { Clock } from '../platform/clock.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import type { Go } from './known-link.ts'
import { queryOf } from './slug-in.ts'

/** Everything that is read of a request's headers. */
export const visitHeaders = [
  'user-agent',
  'referer',
  'accept-language',
  'sec-purpose',
  'purpose',
  'x-purpose',
  'x-moz',
  'x-forwarded-for',
  'cf-ipcountry',
  'x-vercel-ip-country',
  'cloudfront-viewer-country',
] as const

export type VisitHeader = (typeof visitHeaders)[number]

/** What a request says: one of Node's is a visit as it stands. */
export interface Visit {
  method?: string | undefined
  url?: string | undefined
  headers: { readonly [name in VisitHeader]?: string | string[] | undefined }
  socket: Pick<Socket, 'remoteAddress'>
}

export interface VisitTools {
  clock: Clock
  /** The id of a click that was made at this time. */
  clickIdAt: (at: number) => string
  /** Nothing when no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

/** What a request says about the visit, copied as it stands: it is understood later, off the visitor's path. */
export function clickOf(visit: Visit, go: Go, { clock, clickIdAt, trustedProxies }: VisitTools): ClickRecord {
  const { headers } = visit
  const at = clock.now().getTime()
  return {
    id: clickIdAt(at),
    at,
    organizationId: go.organizationId,
    projectId: go.projectId,
    linkId: go.linkId,
    method: visit.method ?? '',
    rule: go.rule,
    revision: 0,
    address: addressOf(visit, trustedProxies),
    userAgent: oneOf(headers['user-agent']),
    referrer: oneOf(headers.referer),
    acceptLanguage: oneOf(headers['accept-language']),
    purpose: oneOf(headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']),
    country: trustedProxies === undefined ? '' : countryFrom(visit, trustedProxies),
    query: queryOf(visit.url ?? ''),
  }
}

/** The visitor's address; what a proxy says about it counts only when the proxy is trusted. */
export function addressOf({ headers, socket }: Visit, trustedProxies: BlockList | undefined): string {
  const remote = socket.remoteAddress ?? ''
  if (trustedProxies !== undefined) return clientAddress(remote, oneOf(headers['x-forwarded-for']), trustedProxies)
  return remote.startsWith('::ffff:') ? remote.slice(7) : remote
}

/** As Cloudflare, Vercel and CloudFront say it. A proxy that is not in front of us can't be believed, nor can the visitor. */
function countryFrom({ headers, socket }: Visit, trustedProxies: BlockList): string {
  const isFromProxy = clientAddress(socket.remoteAddress, '0.0.0.0', trustedProxies) === '0.0.0.0'
  if (!isFromProxy) return ''
  return oneOf(headers['cf-ipcountry'] ?? headers['x-vercel-ip-country'] ?? headers['cloudfront-viewer-country'])
}

function oneOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
