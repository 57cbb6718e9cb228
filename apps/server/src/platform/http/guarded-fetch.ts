import http from 'node:http'
import https from 'node:https'
import type { BlockList, LookupFunction } from 'node:net'
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
 * The address, the port, the number of redirects or the time is not allowed, or the server did not answer:
 * never an internal error.
 */
class FetchError extends Error {}

export function isFetchError(error: unknown): boolean {
  return error instanceof FetchError
}

/**
 * Why the server did not answer, as Node names it: `ENOTFOUND`, `ABORT_ERR` after the time limit. Undefined when
 * nothing was connected to.
 */
export function fetchErrorCode(error: unknown): string | undefined {
  const cause = error instanceof FetchError ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

export interface FetchGuard {
  userAgent: string
  /** The Accept header; pages by default. */
  accept?: string
  /** Addresses or CIDR ranges inside the private network that are allowed, on any port. */
  allowedPrivateAddresses?: string[]
  /** The maximum of redirects to follow. With 0, a redirect is the response. */
  maxRedirects?: number
  /** The address to request instead of a redirect's; undefined for one that is not followed. As it is by default. */
  toRequest?: (location: string) => string | undefined
  /** From the name of the first host to the last byte, redirects included. */
  timeoutMs?: number
  maxBytes?: number
  /** Resolves names; by the name servers of the system by default. */
  lookup?: LookupFunction
}

const pageTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'

/**
 * Fetches URLs that users or strangers name: pages, pictures. Every address a name resolves to is checked at the moment
 * of connecting (so DNS rebinding gains nothing), redirects are followed one by one and checked like the first URL,
 * only ports 80 and 443 are connected to.
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
  } = guard
  const anyPort = toBlockList(allowedPrivateAddresses)
  const rules = { allowIPAddressList: allowedPrivateAddresses, stopPortScanningByUrlRedirection: true, lookup }
  const headers = { 'user-agent': guard.userAgent, accept, 'accept-language': 'en;q=0.9,*;q=0.5' }
  const agents = { http: new RequestFilteringHttpAgent(rules), https: new RequestFilteringHttpsAgent(rules) }

  return async function guardedFetch(address, { method = 'GET' } = {}) {
    if (!URL.canParse(address)) throw new FetchError('This is not a URL')
    const signal = AbortSignal.timeout(timeoutMs)
    let url = new URL(address)
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      assertAllowedUrl(url, anyPort)
      const response = await request(url, { method, headers, signal }, agents)
      const next = redirectTarget(response, url)
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

/** Rejects everything but HTTP without credentials, on the usual ports unless the host is an address in `anyPort`. */
function assertAllowedUrl(url: URL, anyPort: BlockList): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError(`${url.protocol} is not fetched`)
  if (url.username !== '' || url.password !== '') throw new FetchError('A URL with a password is not fetched')
  if (['', '80', '443'].includes(url.port)) return
  const address = parseAddress(url.hostname.replace(/^\[|\]$/g, ''))
  if (address === undefined || !isInBlockList(address, anyPort)) throw new FetchError(`Port ${url.port} is not connected to`)
}

/** Returns undefined for a response that is no redirect. */
function redirectTarget({ statusCode = 0, headers: { location } }: http.IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode >= 400 || location === undefined) return undefined
  if (!URL.canParse(location, from)) throw new FetchError(`${from.href} redirects to an invalid URL`)
  return new URL(location, from)
}

interface Agents {
  http: http.Agent
  https: https.Agent
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
      // The agent rejects a literal address before it connects, by throwing.
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
