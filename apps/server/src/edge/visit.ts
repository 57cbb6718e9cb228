import type { BlockList, Socket } from 'node:net'
import { parseShortPath, type ShortPath } from '@linkshelf/contract/basics'
import { findClientAddress } from '../platform/http/client-address.ts'
import { hasDotSegment } from '../platform/http/dot-segments.ts'
import type { ServedDomain } from './domains/served-domains.ts'

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
  'sec-fetch-dest',
  'sec-fetch-site',
] as const

export type VisitHeader = (typeof visitHeaders)[number]

/** A request. An `IncomingMessage` of `node:http` can be used directly. */
export interface Visit {
  method?: string | undefined
  url?: string | undefined
  headers: { readonly [name in VisitHeader]?: string | string[] | undefined }
  socket: Pick<Socket, 'remoteAddress'>
  /**
   * The results of `getVisitorAddress` and `getProxyCountry`. They are cached, because computing them takes
   * microseconds if proxies are trusted.
   */
  address?: string | undefined
  country?: string | undefined
  /** Undefined if the visit is on the instance's own domain. */
  domain?: ServedDomain | undefined
}

/**
 * Returns the visitor's IP address, without a zone. X-Forwarded-For is used only if a trusted proxy sent it. The
 * address is found once per visit.
 */
export function getVisitorAddress(visit: Visit, trustedProxies: BlockList | undefined): string {
  visit.address ??= findAddress(visit, trustedProxies)
  return visit.address
}

/**
 * Returns the country from the header of Cloudflare, Vercel or CloudFront. Returns an empty string if the request did
 * not come from a trusted proxy, because visitors can send these headers too. The country is found once per visit.
 */
export function getProxyCountry(visit: Visit, trustedProxies: BlockList | undefined): string {
  if (trustedProxies === undefined) return ''
  visit.country ??= findProxyCountry(visit, trustedProxies)
  return visit.country
}

function findAddress({ headers, socket }: Visit, trustedProxies: BlockList | undefined): string {
  const remote = socket.remoteAddress ?? ''
  if (trustedProxies !== undefined) return findClientAddress(remote, toHeaderText(headers['x-forwarded-for']), trustedProxies)
  if (remote.startsWith('::ffff:')) return remote.slice(7)
  // A link-local IPv6 address contains the network interface that it came from: fe80::1%eth0.
  const zone = remote.indexOf('%')
  return zone === -1 ? remote : remote.slice(0, zone)
}

function findProxyCountry({ headers, socket }: Visit, trustedProxies: BlockList): string {
  const country = headers['cf-ipcountry'] ?? headers['x-vercel-ip-country'] ?? headers['cloudfront-viewer-country']
  if (country === undefined) return ''
  const isFromProxy = findClientAddress(socket.remoteAddress, '0.0.0.0', trustedProxies) === '0.0.0.0'
  return isFromProxy ? toHeaderText(country) : ''
}

export function toHeaderText(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}

/**
 * Returns which link, or which page of a link, the request's target names. Takes linear time in the target's length.
 */
export function parseVisitPath(target: string): ShortPath | undefined {
  return parseShortPath(parseTargetPath(target))
}

/**
 * Returns the path without the query, also if the target is in absolute form, as a proxy sends it. If a target in
 * absolute form has a dot segment, returns the target unchanged, because the resolved path would differ from the
 * requested one.
 */
export function parseTargetPath(target: string): string {
  const query = target.indexOf('?')
  const beforeQuery = query === -1 ? target : target.slice(0, query)
  if (beforeQuery.startsWith('/')) return beforeQuery
  return URL.canParse(beforeQuery) && !hasDotSegment(beforeQuery) ? new URL(beforeQuery).pathname : beforeQuery
}

/**
 * Returns the host that a request names, with its port. If the target is in absolute form, its host wins over the Host
 * header (RFC 9112, section 3.2.2).
 */
export function findVisitHost({ url, headers }: Visit): string | undefined {
  const isAbsolute = url !== undefined && !url.startsWith('/') && URL.canParse(url)
  return isAbsolute ? new URL(url).host : headers.host === undefined ? undefined : toHeaderText(headers.host)
}

/** Returns the query without its question mark, or an empty string if there is none. */
export function parseTargetQuery(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}
