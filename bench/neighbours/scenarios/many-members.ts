import { type ApiKeyUser, addMembers, listLinks } from '../api-key-users.ts'
import { repeat, type Scenario } from '../scenario.ts'

let members: ApiKeyUser[] = []

/** All 44 members of one organization have four calls each in progress. */
export const scenario: Scenario = {
  name: '4 calls of 44 members each | list of links',
  environment: { PLANS: 'off' },
  async prepare({ instance, attacker }) {
    members = await addMembers(instance, attacker, 44)
  },
  attack: (_, signal) => Promise.all(members.map((member) => repeat(4, signal, () => listLinks(member)))),
  request: ({ neighbour }) => listLinks(neighbour),
}
