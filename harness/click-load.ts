import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export interface Load {
  /** The short URL to follow. */
  url: string
  /** The number of 302s after which the load ends. If a connection breaks, a new request follows after a pause. */
  acknowledged?: number
  connections: number
  /** Ends the load early. */
  signal?: AbortSignal
  /** The pause in milliseconds between two requests of a connection. */
  pauseMs?: number
  /** Prefix of the requests' markers in utm_campaign. */
  name?: string
  /** Called after each 302 with the number of 302s so far. */
  onProgress?: (acknowledged: number) => void
}

export interface LoadOutcome {
  /** Markers of the requests that got a 302. */
  acknowledged: string[]
  /** Requests without a response, because the connection broke or was rejected. */
  broken: number
  /** Responses that were cut off. */
  torn: number
  /** Responses other than 302, by status. */
  others: Record<number, number>
}

/** Follows a short link many times. Each request has its own marker in utm_campaign, so that its click can be found. */
export async function followMany(load: Load): Promise<LoadOutcome> {
  const { url, acknowledged = Number.POSITIVE_INFINITY, connections, signal, pauseMs = 0, name = 'm', onProgress } = load
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcome: LoadOutcome = { acknowledged: [], broken: 0, torn: 0, others: {} }
  let next = 0
  let pendingCount = 0

  async function followInTurn(): Promise<void> {
    while (!signal?.aborted && outcome.acknowledged.length + pendingCount < acknowledged) {
      const marker = `${name}${next}`
      next += 1
      pendingCount += 1
      const end = await followLink(`${url}?utm_campaign=${marker}`, agent)
      pendingCount -= 1
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

/**
 * Returns the status of one request. Returns `broken` if there was no response, and `torn` if the response was cut off.
 * `headers` are sent in addition to a browser's.
 */
export function followLink(url: string, agent: Agent, headers: Readonly<Record<string, string>> = {}): Promise<number | 'broken' | 'torn'> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers: { 'user-agent': browser, ...headers }, timeout: 10_000 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 'torn'))
      response.once('error', () => resolve('torn'))
    })
    sent.once('error', () => resolve('broken'))
    sent.once('timeout', () => sent.destroy())
    sent.end()
  })
}
