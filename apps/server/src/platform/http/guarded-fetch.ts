import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { isInBlockList, parseAddress, toBlockList } from './client-address.ts'
import { createHostLookup } from './resolve-host.ts'

export interface FetchedPage {
  /** The URL after redirects. */
  url: string
  status: number
  contentType: string
  /** The location of a redirect that was not followed; undefined for any other response. */
  location?: string | undefined
  /** The Retry-After header. */
  retryAfter?: string | undefined
  /** Truncated at `maxBytes`. */
  body: Buffer
}

export type GuardedFetch = (url: string, options?: { method?: 'GET' | 'HEAD' }) => Promise<FetchedPage>

/**
 * The URL was not fetched: its address or port is not allowed, it had too many redirects, it took too long, or the
 * server did not answer. This is never an internal error.
 */
class FetchError extends Error {}

export function isFetchError(error: unknown): boolean {
  return error instanceof FetchError
}

/**
 * Returns why the server did not answer, as Node names it: for example `ENOTFOUND`, or `ABORT_ERR` after the time
 * limit. Undefined if no connection was attempted.
 */
export function findFetchErrorCode(error: unknown): string | undefined {
  const cause = error instanceof FetchError ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

export interface FetchGuard {
  userAgent: string
  /** The Accept header. By default, it prefers HTML pages. */
  accept?: string
  /** Addresses or CIDR ranges inside the private network that are allowed, on any port. */
  allowedPrivateAddresses?: string[]
  /** The maximum number of redirects to follow. If 0, a redirect is the response. */
  maxRedirects?: number
  /**
   * Returns the address to request for the location of a redirect. If it returns undefined, the redirect is not
   * followed. By default, the location itself is requested.
   */
  toRequest?: (location: string) => string | undefined
  /** Time from the lookup of the first host to the last byte, redirects included. */
  timeoutMs?: number
  maxBytes?: number
  /** Resolves names. By default, queries the name servers of the system. */
  lookup?: LookupFunction
  /** While it returns true, nothing is requested. */
  isPaused?: () => Promise<boolean>
}

const pageTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'

/**
 * Creates a function that fetches URLs named by users or strangers, for example of pages and pictures. Every address of
 * a name is checked at the moment of connecting, so DNS rebinding gains nothing. Redirects are followed one by one and
 * checked like the first URL. Connects only to the ports 80 and 443, except if the host of the URL is an address in
 * `allowedPrivateAddresses`.
 */
export function createGuardedFetch(guard: FetchGuard): GuardedFetch {
  const {
    maxRedirects = 3,
    timeoutMs = 5_000,
    maxBytes = 1_000_000,
    allowedPrivateAddresses = [],
    accept = pageTypes,
    toRequest = (location) => location,
    lookup = createHostLookup(),
    isPaused = async () => false,
  } = guard
  const anyPort = toBlockList(allowedPrivateAddresses)
  const findAllowed = createAllowedAddressFinder(allowedPrivateAddresses, lookup)
  const rules = { stopPortScanningByUrlRedirection: true, lookup }
  const headers = { 'user-agent': guard.userAgent, accept, 'accept-language': 'en;q=0.9,*;q=0.5' }
  const filtering = { http: new RequestFilteringHttpAgent(rules), https: new RequestFilteringHttpsAgent(rules) }

  return async function guardedFetch(address, { method = 'GET' } = {}) {
    if (!URL.canParse(address)) throw new FetchError('This is not a URL')
    const signal = AbortSignal.timeout(timeoutMs)
    let url = new URL(address)
    if (await isPaused()) throw new FetchError('Requests are paused')
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      assertAllowedUrl(url, anyPort)
      const allowed = await findAllowed(url, signal)
      const agents = allowed.length === 0 ? filtering : createAgentsFor(allowed)
      const response = await request(url, { method, headers, signal }, agents)
      const next = findRedirectTarget(response, url)
      if (next === undefined || maxRedirects === 0) {
        const { 'content-type': contentType = '', 'retry-after': retryAfter } = response.headers
        const page = { url: url.href, status: response.statusCode ?? 0, contentType, retryAfter, location: next?.href }
        return { ...page, body: await readUpTo(response, maxBytes) }
      }
      response.destroy()
      const followed = toRequest(next.href)
      if (followed === undefined) throw new FetchError(`${next.href} is not requested`)
      url = new URL(followed)
    }
    throw new FetchError(`${address} redirects more than ${maxRedirects} times`)
  }
}

/**
 * Throws if the URL is neither http nor https, has credentials, or has another port than 80 and 443. If the host is an
 * address in `anyPort`, any port is allowed.
 */
function assertAllowedUrl(url: URL, anyPort: BlockList): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError(`${url.protocol} is not fetched`)
  if (url.username !== '' || url.password !== '') throw new FetchError('A URL with a password is not fetched')
  if (['', '80', '443'].includes(url.port)) return
  const address = parseAddress(url.hostname.replace(/^\[|\]$/g, ''))
  if (address === undefined || !isInBlockList(address, anyPort)) throw new FetchError(`Port ${url.port} is not connected to`)
}

/** Returns the URL that the response redirects to. Undefined if the response is not a redirect. */
function findRedirectTarget({ statusCode = 0, headers: { location } }: http.IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode >= 400 || location === undefined) return undefined
  if (!URL.canParse(location, from)) throw new FetchError(`${from.href} redirects to an invalid URL`)
  return new URL(location, from)
}

/**
 * Returns a function that finds which addresses of a host are on the list of private addresses. It finds no address if
 * the host can't be resolved in time. In this case, the request itself fails.
 *
 * The filtering agents get no list of private addresses, because they print a warning if they compare an IPv4 address
 * with an IPv6 range, or an IPv6 address with an IPv4 range. So the ranges are compared here, each only with addresses
 * of its own family: `::ffff:10.0.0.1` is not in `10.0.0.0/8`.
 */
function createAllowedAddressFinder(
  entries: readonly string[],
  lookup: LookupFunction,
): (url: URL, signal: AbortSignal) => Promise<LookupAddress[]> {
  const lists = {
    4: toBlockList(entries.filter((entry) => !entry.includes(':'))),
    6: toBlockList(entries.filter((entry) => entry.includes(':'))),
  }
  return async function findAllowed({ hostname }, signal) {
    if (entries.length === 0) return []
    const host = hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) === 0 ? await resolveAll(host, lookup, signal) : [{ address: host, family: isIP(host) }]
    return addresses.filter(({ address, family }) => isInBlockList(address, lists[family === 6 ? 6 : 4]))
  }
}

function resolveAll(host: string, lookup: LookupFunction, signal: AbortSignal): Promise<LookupAddress[]> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { once: true })
    lookup(host, { all: true }, (error, addresses) => resolve(error === null && Array.isArray(addresses) ? addresses : []))
  })
}

interface Agents {
  http: http.Agent
  https: https.Agent
}

/** Returns agents that connect only to these addresses, even if the host name now resolves to other addresses. */
function createAgentsFor(addresses: readonly LookupAddress[]): Agents {
  const [first] = addresses
  const lookup: LookupFunction = (_hostname, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, first?.address ?? '', first?.family)
  return { http: new http.Agent({ lookup }), https: new https.Agent({ lookup }) }
}

function request(url: URL, options: https.RequestOptions, agents: Agents): Promise<http.IncomingMessage> {
  const [send, agent] = url.protocol === 'https:' ? [https.request, agents.https] : [http.request, agents.http]
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new FetchError(cause.message, { cause }))
    try {
      send(url, { ...options, agent, maxHeaderSize: 32_768 }, resolve)
        .on('error', fail)
        .end()
    } catch (cause) {
      // If the host is an address that is not allowed, the agent throws before it connects.
      fail(cause instanceof Error ? cause : new Error(String(cause)))
    }
  })
}

async function readUpTo(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch (cause) {
    throw new FetchError('The response broke off', { cause })
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
