import { setOrganizationSettings } from '../../../apps/server/src/organizations/index.ts'
import { openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { storesOf } from '../../../harness/run-part.ts'
import { benchDeps } from '../../open-bench-account.ts'
import { type Neighbours, repeat, type Scenario } from '../scenario.ts'

const clicks = 2_600_000
const rowsAtOnce = 260_000
const days = 90
const leavesAfterMs = 300

/** Both accounts see 90 days with full analytics; a new link of the attacker's has clicks on each of them. */
async function prepare({ instance, attacker, neighbour }: Neighbours): Promise<void> {
  const stores = await storesOf(instance)
  const deps = benchDeps(stores.databaseAccounts.api)
  for (const { organization } of [attacker, neighbour])
    await setOrganizationSettings(deps, organization.id, ['package=Business', `dashboard_days=${days}`])
  await deps.close()

  const link = await attacker.client.links.create({ params: attacker.params, body: { target: 'https://shop.example/lamp' } })
  const clickhouse = openClickHouse(stores.clickhouseUrl)
  for (let from = 0; from < clicks; from += rowsAtOnce)
    await clickhouse.command({
      query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, country, device, browser)
        SELECT generateUUIDv4(), now64(3) - INTERVAL intDiv(number * ${days * 86_400}, ${clicks}) SECOND, {organization:UUID}, {project:UUID},
               {link:UUID}, cityHash64(number) % 1000000, if(number % 3 = 0, 'DE', 'US'), 'phone', 'Firefox'
        FROM numbers(${from}, ${rowsAtOnce})`,
      query_params: { organization: attacker.organization.id, project: attacker.project.id, link: link.url_id },
    })
  await clickhouse.close()
}

/**
 * 16 calls at once for the visitors of a link with many clicks, and 12 of them leave before their response. The
 * neighbour's request reads clicks one by one, too.
 */
export const scenario: Scenario = {
  name: '16 calls for visitors, 12 aborted | overview and countries',
  prepare,
  async attack({ attacker: { client, params } }, signal) {
    const {
      body: [link],
    } = await client.links.list({ params, query: {} })
    const input = { params: { ...params, urlId: link?.url_id ?? '' }, query: {} }
    const call = (leaving?: AbortSignal) => client.analytics.visitors(input, leaving && { signal: leaving })
    await Promise.all([repeat(12, signal, () => call(AbortSignal.timeout(leavesAfterMs))), repeat(4, signal, () => call())])
  },
  request: ({ neighbour: { client, params } }) =>
    Promise.all([
      client.analytics.overview({ params, query: {} }),
      client.analytics.breakdown({ params, query: { by: 'country', limit: '10' } }),
    ]),
}
