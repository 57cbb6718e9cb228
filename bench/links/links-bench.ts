// Latency of the list on the links screen: one project of 50,000 links beside 200,000 of others, over HTTP, one request after the other.
import { apiPath, linksPageSize } from '@linkshelf/contract'
import { sql } from 'kysely'
import { type Measurement, measure, printMachine, printTable } from '../measure.ts'
import { openBenchAccount } from '../open-bench-account.ts'
import { openBenchPostgres } from '../open-bench-postgres.ts'
import { commonLabel, commonWord, fillProjects, rareLabel, rareWord } from './fill-projects.ts'

const linkCount = 50_000
const otherLinks = 200_000
const times = 300
const measuredPages = [1, 100, 1_000, 2_500]

await using postgres = await openBenchPostgres()
const account = await openBenchAccount(postgres)
const { app, token, organization, project } = account
await fillProjects(postgres.url, { organizationId: organization.id, projectId: project.id, linkCount }, otherLinks)

const version = await sql<{ server_version: string }>`show server_version`.execute(account.deps.db)
printMachine({ PostgreSQL: version.rows[0]?.server_version ?? 'unknown' })
console.log(`${linkCount} links in one project, ${otherLinks} in others`)
await warmUp()
printTable([...(await measureFilters()), ...(await measurePages())])

await account[Symbol.asyncDispose]()

interface ListedPage {
  urls: string[]
  cursor: string | null
}

async function list(query: Record<string, string>): Promise<ListedPage> {
  const address = `${app}${apiPath}/${organization.id}/projects/${project.id}/urls?${new URLSearchParams(query)}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  const links = (await response.json()) as { url: string }[]
  return { urls: links.map((link) => link.url), cursor: response.headers.get('x-next-cursor') }
}

/** Throws when a query returns another number of links than expected: the latency of a wrong result means nothing. */
async function measureList(what: string, query: Record<string, string>, expected = linksPageSize): Promise<Measurement> {
  const { urls } = await list(query)
  if (urls.length !== expected) throw new Error(`"${what}" found ${urls.length} links, not ${expected}`)
  return measure(what, times, () => list(query))
}

/** The first requests of a process are slow, and are not measured. */
async function warmUp(): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) await list({})
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

/** Loads every page up to the last, as Load More does, and measures some of them. */
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
