import { repeat, type Scenario } from '../scenario.ts'

/** The attacker repeatedly sends 12 concurrent deletions of a link's clicks. */
export const scenario: Scenario = {
  name: '12 deletions of clicks at once | overview',
  async prepare({ attacker: { client, params } }) {
    await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
  },
  async attack({ attacker: { client, params } }, signal) {
    const {
      body: [link],
    } = await client.links.list({ params, query: {} })
    await repeat(12, signal, () => client.analytics.deleteLinkClicks({ params: { ...params, urlId: link?.url_id ?? '' } }))
  },
  request: ({ neighbour: { client, params } }) => client.analytics.overview({ params, query: {} }),
}
