import { repeat, type Scenario } from '../scenario.ts'

/** 64 calls of one user at once, in a loop of a script. */
export const scenario: Scenario = {
  name: '64 calls at once | list of links',
  attack: ({ attacker: { client, params } }, signal) =>
    repeat(64, signal, () => client.links.list({ params, query: { archived: 'false', limit: '100' } })),
  request: ({ neighbour: { client, params } }) => client.links.list({ params, query: { archived: 'false', limit: '100' } }),
}
