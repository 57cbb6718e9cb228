import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import type { KeptClick } from '../clicks/index.ts'
import { clientAddress } from '../platform/client-address.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Go } from './known-link.ts'
import { queryOf } from './slug-in.ts'

export interface VisitTools {
  clock: Clock
  ids: Ids
  /** Nothing when no proxy is trusted. */
  trustedProxies: BlockList | undefined
}

/** What a request says about the visit, copied as it stands: it is understood later, off the visitor's path. */
export function clickOf(request: IncomingMessage, go: Go, { clock, ids, trustedProxies }: VisitTools): KeptClick {
  const { headers } = request
  return {
    id: ids.next(),
    at: clock.now().getTime(),
    organizationId: go.organizationId,
    projectId: go.projectId,
    linkId: go.linkId,
    method: request.method ?? '',
    why: go.why,
    address: addressOf(request, trustedProxies),
    userAgent: headers['user-agent'] ?? '',
    referrer: headers.referer ?? '',
    acceptLanguage: headers['accept-language'] ?? '',
    purpose: oneOf(headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']),
    country: trustedProxies === undefined ? '' : countryFrom(request, trustedProxies),
    query: queryOf(request.url ?? ''),
  }
}

/** The visitor's address; what a proxy says about it counts only when the proxy is trusted. */
export function addressOf(request: IncomingMessage, trustedProxies: BlockList | undefined): string {
  const remote = request.socket.remoteAddress ?? ''
  if (trustedProxies !== undefined) return clientAddress(remote, oneOf(request.headers['x-forwarded-for']), trustedProxies)
  return remote.startsWith('::ffff:') ? remote.slice(7) : remote
}

/** As Cloudflare, Vercel and CloudFront say it. A proxy that is not in front of us can't be believed, nor can the visitor. */
function countryFrom({ headers, socket }: IncomingMessage, trustedProxies: BlockList): string {
  const isFromProxy = clientAddress(socket.remoteAddress, '0.0.0.0', trustedProxies) === '0.0.0.0'
  if (!isFromProxy) return ''
  return oneOf(headers['cf-ipcountry'] ?? headers['x-vercel-ip-country'] ?? headers['cloudfront-viewer-country'])
}

function oneOf(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
