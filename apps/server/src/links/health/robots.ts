import { type FetchedPage, findFetchErrorCode, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'
import { readRobotsRules } from './robots-rules.ts'

/** A robots.txt is used for at most a day (RFC 9309, 2.4). */
const robotsLifeMs = 24 * 3_600_000
/** A robots.txt that could not be fetched is fetched again after this time. */
const robotsRetryMs = 3_600_000
/** Maximum number of bytes that are read of a robots.txt. RFC 9309, 2.5 requires at least 500 KiB. */
const robotsMaxBytes = 512_000
const maxCrawlDelayMs = 60_000

export interface Robots {
  /** If null, nothing may be requested until `expiresAt` (RFC 9309, 2.3.1.4). */
  robots: string | null
  crawlDelayMs: number
  expiresAt: Date
}

/**
 * Fetches the robots.txt of an origin. If the status is 4xx, everything is allowed (RFC 9309, 2.3.1.3). If the host
 * does not exist, everything is allowed too, and the request for the page finds the error.
 */
export async function fetchRobots(fetchPage: GuardedFetch, url: string, agent: string, now: Date): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const addMs = (ms: number) => new Date(now.getTime() + ms)
  const page = await fetchOrCode(fetchPage, address)
  if (page === 'missing') return { robots: '', crawlDelayMs: 0, expiresAt: addMs(robotsRetryMs) }
  if (page === 'unreachable' || page.status >= 500 || page.status === 429) {
    return { robots: null, crawlDelayMs: 0, expiresAt: addMs(robotsRetryMs) }
  }
  const isText = page.status < 300
  const robots = isText ? toRobotsText(page.body) : ''
  const crawlDelayMs = Math.min(maxCrawlDelayMs, Math.round((readRobotsRules(robots, agent).crawlDelay ?? 0) * 1_000))
  return { robots, crawlDelayMs, expiresAt: addMs(robotsLifeMs) }
}

/** Decodes the file as Latin-1, with one character per byte. Cuts each line at a NUL, which PostgreSQL can't store. */
function toRobotsText(body: Buffer): string {
  return body
    .subarray(0, robotsMaxBytes)
    .toString('latin1')
    .replace(/\0[^\r\n]*/g, '')
}

async function fetchOrCode(fetchPage: GuardedFetch, address: string): Promise<FetchedPage | 'missing' | 'unreachable'> {
  try {
    return await fetchPage(address)
  } catch (error) {
    if (!isFetchError(error)) throw error
    const code = findFetchErrorCode(error)
    // An address that is not public or does not exist counts as a host without a robots.txt, so that the page is
    // requested. The request for the page then finds the reason of the failure.
    return code === undefined || code === 'ENOTFOUND' ? 'missing' : 'unreachable'
  }
}

export function isAllowedByRobots(robots: string, url: string, agent: string): boolean {
  return readRobotsRules(robots, agent).isAllowed(url)
}
