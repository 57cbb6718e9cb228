import { Agent, request } from 'node:http'
import { scanMark } from '@linkshelf/contract'
import { type Draw, drawVisitor } from './visitors.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export interface Replay {
  /** Paths of the links, the most liked first. */
  paths: string[]
  days: number
  /** The end of the last day, in milliseconds. */
  until: number
  draw: Draw
  port: number
  /** Called before the requests of a moment: what the edge's clock says from then on. */
  setTime(millis: number): void
}

/** Follows links as visitors of the past days would have, hour by hour. Gives back how many clicks of people were answered with a redirect. */
export async function replayDays({ paths, days, until, draw, port, setTime }: Replay): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let clicks = 0
  for (let hour = until - days * dayMs; hour < until; hour += hourMs) {
    setTime(hour + Math.floor(draw() * hourMs))
    const visits = Array.from({ length: visitsInHour(hour, until, days, draw) }, async () => {
      // Few links get most of the visits.
      const path = paths[Math.floor(draw() ** 3 * paths.length)] ?? '/'
      const visitor = drawVisitor(draw)
      const status = await follow(port, visitor.isScan ? `${path}?${scanMark}` : path, visitor.headers, agent)
      if (status === 302 && !visitor.isBot) clicks += 1
    })
    await Promise.all(visits)
  }
  agent.destroy()
  return clicks
}

/** More in the evening, more at the weekend, more as the shelf becomes known; now and then a video that many watch. */
function visitsInHour(hour: number, until: number, days: number, draw: Draw): number {
  const time = new Date(hour)
  const evening = 0.35 + 0.65 * Math.max(0, Math.sin(((time.getUTCHours() - 6) / 24) * 2 * Math.PI))
  const weekend = [0, 6].includes(time.getUTCDay()) ? 1.35 : 1
  const known = 0.5 + 0.7 * (1 - (until - hour) / (days * dayMs))
  const video = Math.floor(hour / dayMs) % 17 === 3 ? 2.2 : 1
  return Math.round(16 * evening * weekend * known * video * (0.7 + 0.6 * draw()))
}

function follow(port: number, path: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
