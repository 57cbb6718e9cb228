import type { BlockList, Socket } from 'node:net'
import { clientAddress } from '../platform/http/client-address.ts'

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

/** A request. One of `node:http` fits as it is. */
export interface Visit {
  method?: string | undefined
  url?: string | undefined
  headers: { readonly [name in VisitHeader]?: string | string[] | undefined }
  socket: Pick<Socket, 'remoteAddress'>
  /**
   * The results of `visitorAddress` and `proxyCountry`, because with trusted proxies finding them takes microseconds.
   */
  address?: string | undefined
  country?: string | undefined
}

/** The visitor's address, without a zone; X-Forwarded-For is read only from a trusted proxy. Found once per visit. */
export function visitorAddress(visit: Visit, trustedProxies: BlockList | undefined): string {
  visit.address ??= findAddress(visit, trustedProxies)
  return visit.address
}

/**
 * Returns the country from the header of Cloudflare, Vercel or CloudFront; empty unless the request came from a trusted
 * proxy, since a visitor can send these headers too. Found once per visit.
 */
export function proxyCountry(visit: Visit, trustedProxies: BlockList | undefined): string {
  if (trustedProxies === undefined) return ''
  visit.country ??= findProxyCountry(visit, trustedProxies)
  return visit.country
}

function findAddress({ headers, socket }: Visit, trustedProxies: BlockList | undefined): string {
  const remote = socket.remoteAddress ?? ''
  if (trustedProxies !== undefined) return clientAddress(remote, headerText(headers['x-forwarded-for']), trustedProxies)
  if (remote.startsWith('::ffff:')) return remote.slice(7)
  // A link-local IPv6 address names the network interface it came from: fe80::1%eth0.
  const zone = remote.indexOf('%')
  return zone === -1 ? remote : remote.slice(0, zone)
}

function findProxyCountry({ headers, socket }: Visit, trustedProxies: BlockList): string {
  const country = headers['cf-ipcountry'] ?? headers['x-vercel-ip-country'] ?? headers['cloudfront-viewer-country']
  if (country === undefined) return ''
  const isFromProxy = clientAddress(socket.remoteAddress, '0.0.0.0', trustedProxies) === '0.0.0.0'
  return isFromProxy ? headerText(country) : ''
}

export function headerText(header: string | string[] | undefined): string {
  return Array.isArray(header) ? header.join(',') : (header ?? '')
}

const slugPath = /^\/([A-Za-z0-9_-]{1,64})\/?$/

/**
 * The slug in a request's target; undefined when its path can't be a short link. Linear in the length of the target.
 */
export function parseSlug(target: string): string | undefined {
  const path = pathOf(target)
  const found = slugPath.exec(path)?.[1]
  if (found !== undefined || !path.includes('%')) return found
  // Some clients percent-encode letters needlessly: the address is the same.
  return slugPath.exec(decodePath(path))?.[1]
}

const linkPagePath = /^\/([A-Za-z0-9_-]{1,64})(?:(\+)|\/go(?:\/(\d{1,2}))?)$/

/**
 * A path beside the one of a short link: `/lamp+`, its preview; `/lamp/go`, the button of its page;
 * `/lamp/go/2`, that of a choice.
 */
export interface LinkPagePath {
  slug: string
  isPreview: boolean
  /** The index of the chosen destination, from 0; undefined on other pages. */
  choice: number | undefined
}

/** No slug of a link is such a path. */
export function parseLinkPagePath(target: string): LinkPagePath | undefined {
  const [, slug, plus, choice] = linkPagePath.exec(decodePath(pathOf(target))) ?? []
  return slug === undefined ? undefined : { slug, isPreview: plus !== undefined, choice: choice === undefined ? undefined : Number(choice) }
}

/** The path without the query; also of a target in absolute form, as a proxy sends it. */
export function pathOf(target: string): string {
  const query = target.indexOf('?')
  const beforeQuery = query === -1 ? target : target.slice(0, query)
  if (beforeQuery.startsWith('/')) return beforeQuery
  return URL.canParse(beforeQuery) ? new URL(beforeQuery).pathname : beforeQuery
}

/** The query without its question mark; empty when there is none. */
export function queryOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? '' : target.slice(query + 1)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
