import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export interface Load {
  /** Short address to follow. */
  url: string
  /** How many must get their 302; whoever meets a broken connection tries again after a moment, as a new request. */
  acknowledged: number
  connections: number
  /** Called after each 302 with how many there were. */
  onProgress?: (acknowledged: number) => void
}

export interface LoadOutcome {
  /** Markers of the requests that got their 302. */
  acknowledged: string[]
  /** How many got no answer because the connection broke or was refused. */
  broken: number
  /** Answers other than 302, by status. */
  others: Record<number, number>
}

/** Follows a short link many times. Each request carries a marker of its own as utm_campaign, by which it can be found again. */
export async function followMany({ url, acknowledged, connections, onProgress }: Load): Promise<LoadOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcome: LoadOutcome = { acknowledged: [], broken: 0, others: {} }
  let next = 0
  let underWay = 0

  async function followInTurn(): Promise<void> {
    while (outcome.acknowledged.length + underWay < acknowledged) {
      const marker = `m${next}`
      next += 1
      underWay += 1
      const status = await follow(`${url}?utm_campaign=${marker}`, agent)
      underWay -= 1
      if (status === 302) {
        outcome.acknowledged.push(marker)
        onProgress?.(outcome.acknowledged.length)
      } else if (status === undefined) {
        outcome.broken += 1
        await sleep(25)
      } else outcome.others[status] = (outcome.others[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, followInTurn))
  agent.destroy()
  return outcome
}

/** The status of one request; undefined when there was no answer. */
function follow(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request(url, { agent, headers: { 'user-agent': browser }, timeout: 10_000 }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
      response.once('error', () => resolve(undefined))
    })
    asking.once('error', () => resolve(undefined))
    asking.once('timeout', () => asking.destroy())
    asking.end()
  })
}
