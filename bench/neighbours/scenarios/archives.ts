import { anArchiveOfLabels, aWholeArchive } from '../../../apps/server/test/builders/archive-builder.ts'
import { checkArchive } from '../file-requests.ts'
import { repeat, type Scenario } from '../scenario.ts'

const large = new Uint8Array(await anArchiveOfLabels(12))
const small = new Uint8Array(await aWholeArchive([['organization.json', '{"name":"Lamps"}']]))

/** The attacker repeatedly checks an archive of 600,000 rows. Each check takes seconds. */
export const scenario: Scenario = {
  name: 'check of a large archive | check of a small archive',
  environment: { PLANS: 'off' },
  attack: ({ attacker }, signal) => repeat(1, signal, () => checkArchive(attacker, large)),
  async request({ neighbour }) {
    const { state } = await checkArchive(neighbour, small)
    if (state !== 'ready') throw new Error(`The archive is ${state}`)
  },
}
