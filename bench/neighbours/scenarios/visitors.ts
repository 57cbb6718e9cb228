import { openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { storesOf } from '../../../harness/run-part.ts'
import { type Neighbours, repeat, type Scenario } from '../scenario.ts'

const clicks = 2_600_000
const rowsAtOnce = 260_000
const days = 90
const leavesAfterMs = 300

/** Puts clicks of the last 90 days on a new link of the attacker's. */
async function addClickedLink({ instance, attacker: { client, organization, project, params } }: Neighbours): Promise<void> {
  const link = await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
  const clickhouse = openClickHouse((await storesOf(instance)).clickhouseUrl)
  for (let from = 0; from < clicks; from += rowsAtOnce)
    await clickhouse.command({
      query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, country, device, browser)
        SELECT generateUUIDv4(), now64(3) - INTERVAL intDiv(number * ${days * 86_400}, ${clicks}) SECOND, {organization:UUID}, {project:UUID},
               {link:UUID}, cityHash64(number) % 1000000, if(number % 3 = 0, 'DE', 'US'), 'phone', 'Firefox'
        FROM numbers(${from}, ${rowsAtOnce})`,
      query_params: { organization: organization.id, project: project.id, link: link.url_id },
    })
  await clickhouse.close()
}

/**
 * 16 calls at once for visitors that no click meets, so that each reads every click of a link; 12 of them leave before
 * their response.
 */
export const scenario: Scenario = {
  name: '16 calls for visitors, 12 aborted | overview',
  environment: { PLANS: 'off' },
  prepare: addClickedLink,
  async attack({ attacker: { client, params } }, signal) {
    const {
      body: [link],
    } = await client.links.list({ params, query: {} })
    const from = Temporal.Now.plainDateISO('UTC').subtract({ days }).toString()
    const input = { params: { ...params, urlId: link?.url_id ?? '' }, query: { from, browser: 'Lynx' } }
    const call = (leaving?: AbortSignal) => client.analytics.visitors(input, leaving && { signal: leaving })
    await Promise.all([repeat(12, signal, () => call(AbortSignal.timeout(leavesAfterMs))), repeat(4, signal, () => call())])
  },
  request: ({ neighbour: { client, params } }) => client.analytics.overview({ params, query: {} }),
}
