import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export interface Load {
  /** Short address to follow. */
  url: string
  /** How many must get their 302; whoever meets a broken connection tries again after a moment, as a new request. */
  acknowledged?: number
  connections: number
  /** Ends it before that. */
  signal?: AbortSignal
  /** Between two requests of a connection. */
  pauseMs?: number
  /** What markers begin with. */
  name?: string
  /** Called after each 302 with how many there were. */
  onProgress?: (acknowledged: number) => void
}

export interface LoadOutcome {
  /** Markers of the requests that got their 302. */
  acknowledged: string[]
  /** How many got no answer because the connection broke or was refused. */
  broken: number
  /** How many answers began and never came to their end. */
  torn: number
  /** Answers other than 302, by status. */
  others: Record<number, number>
}

/** Follows a short link many times. Each request carries a marker of its own as utm_campaign, by which it can be found again. */
export async function followMany(load: Load): Promise<LoadOutcome> {
  const { url, acknowledged = Number.POSITIVE_INFINITY, connections, signal, pauseMs = 0, name = 'm', onProgress } = load
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcome: LoadOutcome = { acknowledged: [], broken: 0, torn: 0, others: {} }
  let next = 0
  let underWay = 0

  async function followInTurn(): Promise<void> {
    while (!signal?.aborted && outcome.acknowledged.length + underWay < acknowledged) {
      const marker = `${name}${next}`
      next += 1
      underWay += 1
      const end = await follow(`${url}?utm_campaign=${marker}`, agent)
      underWay -= 1
      if (end === 302) {
        outcome.acknowledged.push(marker)
        onProgress?.(outcome.acknowledged.length)
      } else if (typeof end === 'number') outcome.others[end] = (outcome.others[end] ?? 0) + 1
      else {
        if (end === 'torn') outcome.torn += 1
        else outcome.broken += 1
        await sleep(25)
      }
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, followInTurn))
  agent.destroy()
  return outcome
}

/** The status of one request, or how it went without. */
export function follow(url: string, agent: Agent): Promise<number | 'broken' | 'torn'> {
  return new Promise((resolve) => {
    const asking = request(url, { agent, headers: { 'user-agent': browser }, timeout: 10_000 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 'torn'))
      response.once('error', () => resolve('torn'))
    })
    asking.once('error', () => resolve('broken'))
    asking.once('timeout', () => asking.destroy())
    asking.end()
  })
}
