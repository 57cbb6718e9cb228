import { Agent, request } from 'node:http'
import { scanMark } from '@linkshelf/contract'
import { type Draw, drawWeighted, makeCrowd, type Visitor } from './visitors.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export interface ReplayedLink {
  path: string
  /** In milliseconds; nobody follows it before. */
  madeAt: number
}

export interface Replay {
  /** The most liked first. */
  links: ReplayedLink[]
  days: number
  /** The end of the last day, in milliseconds. */
  until: number
  draw: Draw
  port: number
  /** Called before each request: what the edge's clock says from then on. */
  setTime(millis: number): void
}

/** Follows links as visitors of the past days would have, one after the other. Gives back how many clicks of people were answered with a redirect. */
export async function replayDays({ links, days, until, draw, port, setTime }: Replay): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const nextVisitor = makeCrowd(draw)
  const liking = links.map((link, place) => ({ ...link, weight: 1 / (place + 1) }))
  let clicks = 0
  for (let hour = until - days * dayMs; hour < until; hour += hourMs) {
    const there = liking.filter(({ madeAt }) => madeAt <= hour)
    if (there.length === 0) continue
    const known = sumWeights(there) / sumWeights(liking)
    const paths = pathsByWeight(there, hour)
    const moments = Array.from({ length: visitsInHour(hour, known, draw) }, () => hour + Math.floor(draw() * hourMs))
    for (const at of moments.sort((one, other) => one - other)) {
      setTime(at)
      const visitor = nextVisitor(at)
      const status = await follow(port, agent, drawWeighted(paths, draw), visitor, draw() < scanned)
      if (status === 302 && !visitor.isBot) clicks += 1
    }
  }
  agent.destroy()
  return clicks
}

/** Of those who come, so many come through the link's QR code on a printed card. */
const scanned = 0.12

/** By the UTC hour: Europe's evening and America's afternoon are the height, the night over the Atlantic the depth. */
const hourly = [
  0.8, 0.7, 0.6, 0.45, 0.35, 0.25, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1, 1.1, 1.2, 1.25, 1.2, 1.05, 0.9,
]
/** From Sunday to Saturday. */
const daily = [1.3, 0.9, 0.85, 0.85, 0.9, 1.05, 1.25]

/** More as the shelf becomes known; now and then a video that many watch. */
function visitsInHour(hour: number, known: number, draw: Draw): number {
  const time = new Date(hour)
  const rhythm = (hourly[time.getUTCHours()] ?? 1) * (daily[time.getUTCDay()] ?? 1)
  const video = Math.floor(hour / dayMs) % 17 === 3 ? 2.2 : 1
  return Math.round(16 * rhythm * (0.35 + 0.65 * known) * video * (0.7 + 0.6 * draw()))
}

interface LikedLink extends ReplayedLink {
  weight: number
}

/** A few links carry most, and one that is new is shared more than it will be. */
function pathsByWeight(links: LikedLink[], now: number): [weight: number, path: string][] {
  return links.map(({ path, madeAt, weight }) => [weight * (1 + 2 * Math.exp((madeAt - now) / (5 * dayMs))), path])
}

function sumWeights(links: LikedLink[]): number {
  return links.reduce((sum, { weight }) => sum + weight, 0)
}

function follow(port: number, agent: Agent, path: string, { headers }: Visitor, isScan: boolean): Promise<number> {
  const { referer: _, ...direct } = headers
  const visit = isScan ? { path: `${path}?${scanMark}`, headers: direct } : { path, headers }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, ...visit }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
