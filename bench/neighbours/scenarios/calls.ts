import { repeat, type Scenario } from '../scenario.ts'

/** The attacker's script sends 64 concurrent calls in a loop. */
export const scenario: Scenario = {
  name: '64 calls at once | list of links',
  attack: ({ attacker: { client, params } }, signal) =>
    repeat(64, signal, () => client.links.list({ params, query: { archived: 'false', limit: '100' } })),
  request: ({ neighbour: { client, params } }) => client.links.list({ params, query: { archived: 'false', limit: '100' } }),
}
