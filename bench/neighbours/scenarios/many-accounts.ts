import { type ApiKeyUser, addAccounts, listLinks } from '../api-key-users.ts'
import { repeat, type Scenario } from '../scenario.ts'

let attackers: ApiKeyUser[] = []

/** Forty accounts have two calls each in progress. The neighbour sends four calls at once. */
export const scenario: Scenario = {
  name: '2 calls of 40 accounts each | 4 lists of links at once',
  environment: { PLANS: 'off' },
  async prepare({ instance }) {
    attackers = await addAccounts(instance, 40)
  },
  attack: (_, signal) => Promise.all(attackers.map((account) => repeat(2, signal, () => listLinks(account)))),
  request: ({ neighbour }) => listLinks(neighbour, 4),
}
