import robotsParser from 'robots-parser'
import { type FetchedPage, fetchErrorCode, type GuardedFetch, isFetchError } from '../../platform/http/guarded-fetch.ts'

/** RFC 9309, 2.4: a robots.txt is used for a day at most. */
const robotsLifeMs = 24 * 3_600_000
/** A robots.txt that could not be fetched is fetched again after this time. */
const robotsRetryMs = 3_600_000
/** RFC 9309, 2.5: at least 500 KiB are read. */
const robotsMaxBytes = 512_000
const maxCrawlDelayMs = 60_000

/** Node and robots-parser name the function differently in their types: it is the module itself. */
const parseRobots = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
}

export interface Robots {
  /** Null: nothing may be requested until it expires (RFC 9309, 2.3.1.4). */
  robots: string | null
  crawlDelayMs: number
  expiresAt: Date
}

/**
 * Fetches the rules of an origin. 4xx means that everything is allowed (RFC 9309, 2.3.1.3); a host that does
 * not exist has no rules.
 */
export async function fetchRobots(fetchPage: GuardedFetch, url: string, agent: string, now: Date): Promise<Robots> {
  const address = new URL('/robots.txt', url).href
  const after = (ms: number) => new Date(now.getTime() + ms)
  const page = await fetchOrCode(fetchPage, address)
  if (page === 'missing') return { robots: '', crawlDelayMs: 0, expiresAt: after(robotsRetryMs) }
  if (page === 'unreachable' || page.status >= 500 || page.status === 429) {
    return { robots: null, crawlDelayMs: 0, expiresAt: after(robotsRetryMs) }
  }
  const isText = page.status < 300
  const robots = isText ? page.body.subarray(0, robotsMaxBytes).toString('utf8').replaceAll('\0', '') : ''
  const crawlDelayMs = Math.min(maxCrawlDelayMs, Math.round((parseRobots(address, robots).getCrawlDelay(agent) ?? 0) * 1_000))
  return { robots, crawlDelayMs, expiresAt: after(robotsLifeMs) }
}

async function fetchOrCode(fetchPage: GuardedFetch, address: string): Promise<FetchedPage | 'missing' | 'unreachable'> {
  try {
    return await fetchPage(address)
  } catch (error) {
    if (!isFetchError(error)) throw error
    const code = fetchErrorCode(error)
    // An address that is not public or does not exist counts as one without a robots.txt: the request of the
    // page finds the reason.
    return code === undefined || code === 'ENOTFOUND' ? 'missing' : 'unreachable'
  }
}

export function isAllowedByRobots(robots: string, url: string, agent: string): boolean {
  return parseRobots(new URL('/robots.txt', url).href, robots).isAllowed(url, agent) ?? true
}
