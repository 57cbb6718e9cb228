import { bulkLinksMax } from '@linkshelf/contract'
import { repeat, type Scenario } from '../scenario.ts'

const items = Array.from({ length: bulkLinksMax }, (_, nth) => ({ target: `https://shop.example/${nth}` }))

/** The attacker's script sends two concurrent bulk calls in a loop. */
export const scenario: Scenario = {
  name: 'two bulk calls of 200 links at once | one link',
  attack: ({ attacker: { client, params } }, signal) =>
    repeat(2, signal, () => client.links.bulkCreate({ params, headers: {}, body: { items } })),
  async request({ neighbour: { client, params } }) {
    const { url_id } = await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
    await client.links.delete({ params: { ...params, urlId: url_id } })
  },
}
