// Measures how many destinations a jobs process checks a second: 100,000 links of one organization on 1,000 hosts, with
// a fetcher that responds after 20 ms without a network. Two requests to a host are at least a second apart, so 1,000
// hosts allow at most 1,000 requests a second.
//
//   npm run bench -- link-checks [--links 100000] [--hosts 1000] [--runs 3] [--seconds 20]
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createHealthWorker, enqueueDueChecks } from '../../apps/server/src/links/health/check-due-links.ts'
import { openOutwardQueue } from '../../apps/server/src/links/outward/outward-queue.ts'
import type { FetchedPage } from '../../apps/server/src/platform/http/guarded-fetch.ts'
import { createBenchDeps, openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { measureMs, printMachine } from '../measure.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    links: { type: 'string', default: '100000' },
    hosts: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
  },
})
const [links, hosts, runs] = [Number(given.links), Number(given.hosts), Number(given.runs)]

await using postgres = await openBenchPostgres()
await using account = await openBenchAccount(postgres)
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()
const fillMs = await measureMs(() =>
  owner.query(
    `insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
     select gen_random_uuid(), $1, $2, 'check-' || nth, 'https://shop-' || nth % $4 || '.example/dp/' || nth, false, now() from generate_series(1, $3::int) as nth`,
    [account.organization.id, account.project.id, links, hosts],
  ),
)
await owner.query('vacuum (analyze) links, link_checks')

let requests = 0
const lastRequest = new Map<string, number>()
let closestMs = Number.POSITIVE_INFINITY
const body = Buffer.from('<title>A lamp</title>')
async function fetchAfterwards(url: string): Promise<FetchedPage> {
  requests += 1
  const { host } = new URL(url)
  closestMs = Math.min(closestMs, performance.now() - (lastRequest.get(host) ?? Number.NEGATIVE_INFINITY))
  await wait(20)
  lastRequest.set(host, performance.now())
  return { url, status: url.endsWith('/robots.txt') ? 404 : 200, contentType: 'text/html', body }
}

printMachine({})
console.log(`${links} links on ${hosts} hosts, inserted with their triggers in ${Math.round(fillMs / 1_000)} s`)
const jobs = { ...createBenchDeps(postgres.accounts.jobs), fetchPage: fetchAfterwards, fetchDestination: fetchAfterwards }
const settings = { userAgent: 'Bench/1.0' }
const worker = createHealthWorker(jobs, settings)
const enqueueMs = await measureMs(() => enqueueDueChecks(jobs, settings))
console.log(`their requests were added in ${Math.round(enqueueMs / 1_000)} s`)
const table: Record<string, object> = {}
for (let run = 1; run <= runs; run += 1) {
  const [requestsBefore, checkedBefore, cpuBefore] = [requests, await countChecked(), process.cpuUsage()]
  const seconds = (await measureMs(serve)) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  table[`run ${run}`] = {
    seconds: Number(seconds.toFixed(1)),
    'links checked': (await countChecked()) - checkedBefore,
    'checked a second': Math.round(((await countChecked()) - checkedBefore) / seconds),
    'requests a second': Math.round((requests - requestsBefore) / seconds),
    'CPU of the process': `${Math.round((user + system) / seconds / 10_000)} %`,
  }
}
console.table(table)
console.log(`the closest two requests to a host were ${Math.round(closestMs)} ms apart`)
await jobs.close()
await owner.end()

async function serve(): Promise<void> {
  const queue = openOutwardQueue({
    deps: jobs,
    databaseUrl: postgres.accounts.jobs,
    hostIntervalMs: 1_000,
    workers: { page: worker, follow: worker, icon: worker, health: worker, thumbnail: worker },
    enqueueDueChecks: () => enqueueDueChecks(jobs, settings),
  })
  await wait(Number(given.seconds) * 1_000)
  await queue.close()
}

async function countChecked(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('select count(*)::int from link_checks where checked_at is not null')
  return rows[0]?.count ?? 0
}
