import { repeat, type Scenario } from '../scenario.ts'

const handle = 'neighbour-lamps'
let missing = 0

async function visit(address: string): Promise<number> {
  const response = await fetch(address)
  await response.arrayBuffer()
  return response.status
}

/** A program guesses short links. A visitor with the same IP address opens a store. */
export const scenario: Scenario = {
  name: 'guesses of short links from one address | a store page from the same one',
  async prepare({ instance, neighbour: { client, params } }) {
    await client.stores.create({ params, body: { name: handle } })
    await visit(`${instance.linksUrl}/@${handle}`)
  },
  attack: ({ instance }, signal) =>
    repeat(16, signal, () => {
      missing += 1
      return visit(`${instance.linksUrl}/missing-${missing}`)
    }),
  async request({ instance }) {
    const status = await visit(`${instance.linksUrl}/@${handle}`)
    if (status !== 200) throw new Error(`The store page answered ${status}`)
  },
}
