import { randomBytes } from 'node:crypto'
import { repeat, type Scenario } from '../scenario.ts'

/**
 * The attacker uploads different files of nine megabytes in a loop. The size of the data folder shows how many of the
 * files are stored.
 */
export const scenario: Scenario = {
  name: 'files of 9 MB to import, 4 at once | list of links',
  attack: ({ attacker: { client, params } }, signal) =>
    repeat(4, signal, () => client.linkImports.create({ params, body: { file: new File([randomBytes(9_000_000)], 'links.csv') } })),
  request: ({ neighbour: { client, params } }) => client.links.list({ params, query: { archived: 'false', limit: '100' } }),
}
