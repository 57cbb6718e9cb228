import { setOrganizationSettings } from '../../../apps/server/src/organizations/index.ts'
import { type ClickHouse, openClickHouse } from '../../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { createBenchDeps } from '../../../harness/open-bench-account.ts'
import { readStoreAddresses } from '../../../harness/run-part.ts'
import { type Account, type Neighbours, repeat, type Scenario } from '../scenario.ts'

const accounts = 2
const clicks = 2_600_000
const rowsAtOnce = 260_000
const days = 90
const leavesAfterMs = 300

/**
 * Gives the neighbour and the attackers 90 days of history and full analytics. A new link of each attacker gets clicks
 * on each of these days.
 */
async function prepare({ instance, attackers, neighbour }: Neighbours): Promise<void> {
  const stores = await readStoreAddresses(instance)
  const deps = createBenchDeps(stores.databaseAccounts.api)
  const slow = attackers.slice(0, accounts)
  for (const { organization } of [...slow, neighbour])
    await setOrganizationSettings(deps, organization.id, ['package=Business', `dashboard_days=${days}`])
  await deps.close()

  const clickhouse = openClickHouse(stores.clickhouseUrl)
  for (const attacker of slow) await insertClicks(clickhouse, attacker)
  await clickhouse.close()
}

async function insertClicks(clickhouse: ClickHouse, { client, params, organization, project }: Account): Promise<void> {
  const link = await client.links.create({ params, body: { target: 'https://shop.example/lamp' } })
  for (let from = 0; from < clicks; from += rowsAtOnce)
    await clickhouse.command({
      query: `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, country, device, browser)
        SELECT generateUUIDv4(), now64(3) - INTERVAL intDiv(number * ${days * 86_400}, ${clicks}) SECOND, {organization:UUID}, {project:UUID},
               {link:UUID}, cityHash64(number) % 1000000, if(number % 3 = 0, 'DE', 'US'), 'phone', 'Firefox'
        FROM numbers(${from}, ${rowsAtOnce})`,
      query_params: { organization: organization.id, project: project.id, link: link.url_id },
    })
}

async function callForVisitors({ client, params }: Account, signal: AbortSignal): Promise<void> {
  const {
    body: [link],
  } = await client.links.list({ params, query: {} })
  const input = { params: { ...params, urlId: link?.url_id ?? '' }, query: {} }
  const call = (leaving?: AbortSignal) => client.analytics.visitors(input, leaving && { signal: leaving })
  await Promise.all([repeat(12, signal, () => call(AbortSignal.timeout(leavesAfterMs))), repeat(4, signal, () => call())])
}

/**
 * Each of two accounts sends 16 concurrent calls of `analytics.visitors` for a link with many clicks, and aborts 12 of
 * the calls after 300 ms. The neighbor's overview and breakdown compete with these calls, because they can also read
 * the raw table `clicks`.
 */
export const scenario: Scenario = {
  name: '16 calls for visitors of 2 accounts each, 12 aborted | overview and countries',
  prepare,
  attack: ({ attackers }, signal) => Promise.all(attackers.slice(0, accounts).map((account) => callForVisitors(account, signal))),
  request: ({ neighbour: { client, params } }) =>
    Promise.all([
      client.analytics.overview({ params, query: {} }),
      client.analytics.breakdown({ params, query: { by: 'country', limit: '10' } }),
    ]),
}
