import { scanMark } from '@linkshelf/contract'
import type { EdgeVisit } from './edge-visits.ts'
import { chooseWeighted, createVisitors, type Random, type Visitor } from './visitors.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export interface ReplayedLink {
  path: string
  /** Milliseconds since 1970. There are no visits before this time. */
  createdAt: number
}

export interface Replay {
  /** The most popular link is first. */
  links: ReplayedLink[]
  days: number
  /** The end of the last day, in milliseconds since 1970. */
  until: number
  random: Random
  visit: EdgeVisit
}

/**
 * Sends the visits of the past days, one after the other. Returns how many visits of people, not bots, were redirected.
 */
export async function replayDays({ links, days, until, random, visit }: Replay): Promise<number> {
  const nextVisitor = createVisitors(random)
  const weighted = links.map((link, rank) => ({ ...link, weight: 1 / (rank + 1) }))
  let clicks = 0
  for (let hour = until - days * dayMs; hour < until; hour += hourMs) {
    const existing = weighted.filter(({ createdAt }) => createdAt <= hour)
    if (existing.length === 0) continue
    const share = sumWeights(existing) / sumWeights(weighted)
    const paths = weighPaths(existing, hour)
    const times = Array.from(
      { length: chooseVisitCount(hour, linkVisitsPerHour * (0.35 + 0.65 * share), random) },
      () => hour + Math.floor(random() * hourMs),
    )
    for (const at of times.sort((one, other) => one - other)) {
      const visitor = nextVisitor(at)
      const path = chooseWeighted(paths, random)
      const status = await (random() < scanShare
        ? visit(at, `${path}?${scanMark}`, omitReferrer(visitor))
        : visit(at, path, visitor.headers))
      if (status === 302 && !visitor.isBot) clicks += 1
    }
  }
  return clicks
}

const linkVisitsPerHour = 16

/** The share of visits through the link's QR code. */
const scanShare = 0.12

/** Weights by UTC hour. They are highest in Europe's evening and America's afternoon. */
const hourly = [
  0.8, 0.7, 0.6, 0.45, 0.35, 0.25, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1, 1.1, 1.2, 1.25, 1.2, 1.05, 0.9,
]
/** Weights by weekday, from Sunday to Saturday. */
const daily = [1.3, 0.9, 0.85, 0.85, 0.9, 1.05, 1.25]

/**
 * Returns a number of visits near `usual`. It depends on the hour and the weekday, and is higher on the days of a
 * popular video.
 */
export function chooseVisitCount(hour: number, usual: number, random: Random): number {
  const time = new Date(hour)
  const rhythm = (hourly[time.getUTCHours()] ?? 1) * (daily[time.getUTCDay()] ?? 1)
  const video = Math.floor(hour / dayMs) % 17 === 3 ? 2.2 : 1
  return Math.round(usual * rhythm * video * (0.7 + 0.6 * random()))
}

interface WeightedLink extends ReplayedLink {
  weight: number
}

/**
 * Returns the paths with their weights. A few links get most of the visits. A new link gets more visits at first than
 * later.
 */
function weighPaths(links: WeightedLink[], now: number): [weight: number, path: string][] {
  return links.map(({ path, createdAt, weight }) => [weight * (1 + 2 * Math.exp((createdAt - now) / (5 * dayMs))), path])
}

function sumWeights(links: WeightedLink[]): number {
  return links.reduce((sum, { weight }) => sum + weight, 0)
}

function omitReferrer({ headers: { referer: _, ...headers } }: Visitor): Record<string, string> {
  return headers
}
