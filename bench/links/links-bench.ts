// Measures the latency of the list on the links screen, over HTTP, one request after the other. One project has 50,000
// links. Another has 100,000, and half of these links were clicked. Other projects have 200,000 links. `--only orders`
// measures only the larger project.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiPath, type LinkId, linksPageSize, organizationId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { clicksCursor } from '../../apps/server/src/links/list/link-page-table.ts'
import { setOrganizationSettings } from '../../apps/server/src/organizations/index.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { type Measurement, measure, printMachine, printTable } from '../measure.ts'
import { addProject, commonLabel, commonWord, fillClicks, fillProjects, rareLabel, rareWord } from './fill-projects.ts'

const { values: given } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const isWhole = given.only !== 'orders'

const linkCount = 50_000
const sortedLinks = 100_000
const otherLinks = 200_000
const times = 300
const timesOfOrders = 60
const measuredPages = [1, 100, 1_000, 2_500]

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-bench-'))
const engine = await startEngineProcess(folder)
await using postgres = await openBenchPostgres()
const account = await openBenchAccount(postgres, engine.url)
const { app, token, organization, project } = account
await setOrganizationSettings(account.deps, organizationId.parse(organization.id), ['package=Enterprise'])
const large = await addProject(postgres.url, organization.id, sortedLinks)
const measured = { organizationId: organization.id, projectId: project.id, linkCount }
await fillProjects(postgres.url, isWhole ? [measured, large] : [large], isWhole ? otherLinks : 0)
const clickedLinks = await fillClicks(postgres.url, account.deps.clickhouse, large)

const version = await sql<{ server_version: string }>`show server_version`.execute(account.deps.db)
printMachine({ PostgreSQL: version.rows[0]?.server_version ?? 'unknown' })
await warmUp()
if (isWhole) {
  console.log(`${linkCount} links in one project, ${otherLinks} in others`)
  printTable([...(await measureFilters()), ...(await measurePages())])
}
console.log(`${sortedLinks} links in one project, ${clickedLinks} of them clicked`)
printTable(await measureOrders())

await account[Symbol.asyncDispose]()
await engine.stop()
await rm(folder, { recursive: true })

interface ListedPage {
  urls: string[]
  cursor: string | null
}

async function list(query: Record<string, string>, projectId: string = project.id): Promise<ListedPage> {
  const address = `${app}${apiPath}/${organization.id}/projects/${projectId}/urls?${new URLSearchParams(query)}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  const links = (await response.json()) as { url: string }[]
  return { urls: links.map((link) => link.url), cursor: response.headers.get('x-next-cursor') }
}

/**
 * Throws if a query returns another number of links than expected, because the latency of a wrong result means nothing.
 */
async function measureList(what: string, query: Record<string, string>, expected = linksPageSize): Promise<Measurement> {
  const { urls } = await list(query)
  if (urls.length !== expected) throw new Error(`"${what}" found ${urls.length} links, not ${expected}`)
  return measure(what, times, () => list(query))
}

/** Sends requests that are not measured, because the first requests of a process are slow. */
async function warmUp(): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await list({})
}

/**
 * Measures the first page in each order. For the order by clicks, also measures another time zone, a search, and the
 * links without clicks.
 */
async function measureOrders(): Promise<Measurement[]> {
  const listInLarge = (query: Record<string, string>) => list(query, large.projectId)
  // Each request has a different range, because the result for a range is cached.
  let days = 30
  const createRange = () => {
    days += 1
    return { from: Temporal.Now.plainDateISO('UTC').subtract({ days }).toString() }
  }
  // This cursor points after the last link with a click.
  const cursor = clicksCursor.encode({ clicks: 0, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' as LinkId })
  return [
    await measure('by newest', timesOfOrders, () => listInLarge({ sort: 'newest' })),
    await measure('by name', timesOfOrders, () => listInLarge({ sort: 'name' })),
    await measure('by clicks', timesOfOrders, () => listInLarge({ sort: 'clicks', ...createRange() })),
    await measure('by clicks, in Asia/Kolkata', timesOfOrders, () => listInLarge({ sort: 'clicks', tz: 'Asia/Kolkata', ...createRange() })),
    await measure('by clicks, again within ten seconds', timesOfOrders, () => listInLarge({ sort: 'clicks' })),
    await measure('by clicks, those without any', timesOfOrders, () => listInLarge({ sort: 'clicks', cursor })),
    await measure('by clicks, a rare word', timesOfOrders, () => listInLarge({ sort: 'clicks', search: rareWord, ...createRange() })),
    await measure('by clicks, a common word', timesOfOrders, () => listInLarge({ sort: 'clicks', search: commonWord, ...createRange() })),
    await measure('by relevance, a rare word', timesOfOrders, () => listInLarge({ sort: 'relevance', search: rareWord, limit: '7' })),
    await measure('by relevance, a common word', timesOfOrders, () => listInLarge({ sort: 'relevance', search: commonWord, limit: '7' })),
    await measure('by relevance, one letter', timesOfOrders, () => listInLarge({ sort: 'relevance', search: 'k', limit: '7' })),
  ]
}

async function measureFilters(): Promise<Measurement[]> {
  const { urls } = await list({})
  return [
    await measureList('first page', {}),
    await measureList('a rare word (5 links)', { search: rareWord }, 5),
    await measureList('a word of no link', { search: 'nowhere' }, 0),
    await measureList('a common word (1 in 7)', { search: commonWord }),
    await measureList('one letter', { search: 'k' }),
    await measureList('two letters of no link', { search: '~~' }, 0),
    await measureList('a whole short address', { search: urls[7] ?? '' }, 1),
    await measureList('a label of 1 in 10', { label: commonLabel }),
    await measureList('a label of 1 in 1,000', { label: rareLabel }),
    await measureList('a label and a word', { label: rareLabel, search: commonWord }, 14),
  ]
}

/** Loads every page as Load More does, and measures some of the pages. */
async function measurePages(): Promise<Measurement[]> {
  const measured: Measurement[] = []
  let query: Record<string, string> = {}
  for (let page = 1; page <= linkCount / linksPageSize; page += 1) {
    if (measuredPages.includes(page)) measured.push(await measureList(`page ${page.toLocaleString('en')} of Load More`, query))
    const { cursor } = await list(query)
    query = cursor === null ? {} : { cursor }
  }
  return measured
}
