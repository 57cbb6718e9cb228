import type { BlockList, Socket } from 'node:net'
import { clientAddress } from '../../platform/http/client-address.ts'

/** The request headers that clicks, redirects and pages depend on. */
export const visitHeaders = [
  'host',
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
  'if-none-match',
  'accept-encoding',
] as const

export type VisitHeader = (typeof visitHeaders)[number]

/** One request. A request of `node:http` is one as it is. */
export interface Visit {
  method?: string | undefined
  url?: string | undefined
  headers: { readonly [name in VisitHeader]?: string | string[] | undefined }
  socket: Pick<Socket, 'remoteAddress'>
}

/** The visitor's address, without a zone; X-Forwarded-For is read only from a trusted proxy. */
export function visitorAddress({ headers, socket }: Visit, trustedProxies: BlockList | undefined): string {
  const remote = socket.remoteAddress ?? ''
  if (trustedProxies !== undefined) return clientAddress(remote, headerText(headers['x-forwarded-for']), trustedProxies)
  if (remote.startsWith('::ffff:')) return remote.slice(7)
  // A link-local IPv6 address names the network interface it came from: fe80::1%eth0.
  const zone = remote.indexOf('%')
  return zone === -1 ? remote : remote.slice(0, zone)
}

/** As Cloudflare, Vercel or CloudFront says; empty unless the request came from a trusted proxy, since a visitor can send these headers too. */
export function proxyCountry({ headers, socket }: Visit, trustedProxies: BlockList | undefined): string {
  if (trustedProxies === undefined) return ''
  const isFromProxy = clientAddress(socket.remoteAddress, '0.0.0.0', trustedProxies) === '0.0.0.0'
  if (!isFromProxy) return ''
  return headerText(headers['cf-ipcountry'] ?? headers['x-vercel-ip-country'] ?? headers['cloudfront-viewer-country'])
}

export function headerText(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}
