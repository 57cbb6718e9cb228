import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, repeat, type Scenario } from '../scenario.ts'

/**
 * A URL of an affiliate tool, with a port to which the server allows no connection. So each request fails immediately,
 * and no other machine receives it.
 */
const tool = 'https://geni.us:1'

/**
 * Creates a link, lets the server follow the link's URL to its destination, and deletes the link. Returns true if the
 * server's request was made before the signal was aborted.
 */
async function followOnce({ client, params }: Account, target: string, signal?: AbortSignal): Promise<boolean> {
  const { url_id } = await client.links.create({ params, body: { target } })
  const link = { params: { ...params, urlId: url_id } }
  try {
    await client.links.follow(link)
    while (!signal?.aborted) {
      if ((await client.links.following(link)).state === 'failed') return true
      await sleep(20)
    }
    return false
  } finally {
    await client.links.delete(link)
  }
}

/** Three accounts repeatedly create links to one URL and let the server follow this URL. */
export const scenario: Scenario = {
  name: 'new links to one URL of a tool, followed by 3 accounts | following of another URL',
  async attack({ attackers }, signal) {
    let requestCount = 0
    const attack = (account: Account) =>
      repeat(3, signal, async () => {
        const ending = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
        if (await followOnce(account, `${tool}/lamp`, ending)) requestCount += 1
      })
    await Promise.all(attackers.map(attack))
    console.error(`${requestCount} requests of one URL`)
  },
  async request({ neighbour }) {
    await followOnce(neighbour, `${tool}/${randomUUID()}`)
  },
}
