// Measures how many links a second are created over HTTP: one by one with eight requests at once, and in bulk calls of
// 200 links, with one call and with two calls at once.
import { organizationId } from '@linkshelf/contract'
import { setOrganizationSettings } from '../../apps/server/src/organizations/index.ts'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { printMachine } from '../measure.ts'

const singles = 1_000
const bulkCalls = 60
const linksPerCall = 200

await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres)
const { client, organization, project, deps } = account
await setOrganizationSettings(deps, organizationId.parse(organization.id), ['package=Enterprise'])
const params = { orgId: organization.id, projectId: project.id }
let nth = 0

function createDraft(): { target: string; labels: string[] } {
  nth += 1
  return { target: `https://www.shop-${nth % 40}.example/dp/${nth}`, labels: [`Label ${nth % 10}`] }
}

/** Returns how many links a second are created. */
async function measureRate(atOnce: number, requests: number, links: number, create: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let left = requests
  const work = async () => {
    while (left > 0) {
      left -= 1
      await create()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return Math.round((requests * links * 1_000) / (performance.now() - startedAt))
}

const createOne = () => client.links.create({ params, body: createDraft() })

async function createBulk(): Promise<void> {
  const items = Array.from({ length: linksPerCall }, createDraft)
  const headers = { 'idempotency-key': String(nth) }
  const { results } = await client.links.bulkCreate({ params, headers, body: { items } })
  if (results.some(({ status }) => status !== 'created')) throw new Error('A link was not created')
}

printMachine({})
await measureRate(8, 100, 1, createOne) // the first requests of a process are slow
await measureRate(1, 3, linksPerCall, createBulk)
console.table({
  'one by one, eight at once': { 'links a second': await measureRate(8, singles, 1, createOne) },
  'bulk calls, one after the other': { 'links a second': await measureRate(1, bulkCalls, linksPerCall, createBulk) },
  'bulk calls, two at once': { 'links a second': await measureRate(2, bulkCalls, linksPerCall, createBulk) },
})
