import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

export interface FetchedPage {
  /** After redirects. */
  url: string
  status: number
  contentType: string
  /** Cut at `maxBytes`. */
  body: Buffer
}

export type GuardedFetch = (url: string) => Promise<FetchedPage>

/** The address, the port, the number of redirects or the time was more than we allow, or nobody answered: the other side's doing, not a fault of ours. */
class FetchRefusal extends Error {}

export function isFetchRefusal(error: unknown): boolean {
  return error instanceof FetchRefusal
}

export interface FetchGuard {
  userAgent: string
  /** What is asked for; a page unless it is said. */
  accept?: string
  /** Addresses or CIDR ranges inside the private network that may be reached after all, on any port. */
  allowedPrivateAddresses?: string[]
  maxRedirects?: number
  timeoutMs?: number
  maxBytes?: number
}

const pageTypes = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'

/**
 * Fetches what strangers name: pages, pictures. Every address a name resolves to is checked at the moment of connecting (so a name that changes its mind
 * gains nothing), redirects are followed by hand and checked like the first address, only ports 80 and 443 are spoken to.
 */
export function makeGuardedFetch(guard: FetchGuard): GuardedFetch {
  const { maxRedirects = 3, timeoutMs = 5_000, maxBytes = 1_000_000, allowedPrivateAddresses = [], accept = pageTypes } = guard
  const rules = { allowIPAddressList: allowedPrivateAddresses, stopPortScanningByUrlRedirection: true }
  const headers = { 'user-agent': guard.userAgent, accept, 'accept-language': 'en;q=0.9,*;q=0.5' }
  const agents = { http: new RequestFilteringHttpAgent(rules), https: new RequestFilteringHttpsAgent(rules) }

  return async function guardedFetch(address) {
    const signal = AbortSignal.timeout(timeoutMs)
    let url = new URL(address)
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      refuseUnlessOrdinary(url, allowedPrivateAddresses)
      const answer = await request(url, headers, agents, signal)
      const location = answer.headers.location
      if (answer.statusCode === undefined || answer.statusCode < 300 || answer.statusCode >= 400 || location === undefined) {
        const page = { url: url.href, status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] ?? '' }
        return { ...page, body: await readUpTo(answer, maxBytes) }
      }
      answer.destroy()
      if (!URL.canParse(location, url)) throw new FetchRefusal(`${url.href} redirects to no address`)
      url = new URL(location, url)
    }
    throw new FetchRefusal(`${address} redirects more than ${maxRedirects} times`)
  }
}

function refuseUnlessOrdinary(url: URL, allowed: string[]): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchRefusal(`${url.protocol} is not fetched`)
  if (url.username !== '' || url.password !== '') throw new FetchRefusal('An address with a password is not fetched')
  if (!['', '80', '443'].includes(url.port) && !allowed.includes(url.hostname)) throw new FetchRefusal(`Port ${url.port} is not spoken to`)
}

interface Agents {
  http: http.Agent
  https: https.Agent
}

function request(url: URL, headers: http.OutgoingHttpHeaders, agents: Agents, signal: AbortSignal): Promise<http.IncomingMessage> {
  const [speak, agent] = url.protocol === 'https:' ? [https.request, agents.https] : [http.request, agents.http]
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new FetchRefusal(cause.message, { cause }))
    try {
      speak(url, { agent, headers, signal, maxHeaderSize: 32_768 }, resolve).on('error', fail).end()
    } catch (cause) {
      // The agent refuses a literal address before it connects, by throwing.
      fail(cause instanceof Error ? cause : new Error(String(cause)))
    }
  })
}

async function readUpTo(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= maxBytes) break
    }
  } catch (cause) {
    throw new FetchRefusal('The page broke off', { cause })
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}
