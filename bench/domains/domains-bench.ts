// Measures how much a redirect costs if an edge serves many custom domains. Two real edges get the same load, one with
// a single domain and one with many domains. They take short turns in pairs, because the speed of a machine changes
// within seconds.
//
//   npm run bench -- domains [--domains 10000] [--pairs 30]
//
// `one link` visits the same link on both edges. `any link` chooses one of many links for each request: on the first
// edge, all links are on the single domain; on the second, each link has its own domain. Needs wrk.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readMetric } from '../../apps/server/test/read-metric.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { computePercentile, printMachine } from '../measure.ts'
import { generateLoad, type Load } from '../redirect/generate-load.ts'
import { readMemoryMegabytes } from '../redirect/process-usage.ts'
import { type Edge, startEdge } from '../redirect/servers.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: { domains: { type: 'string', default: '10000' }, pairs: { type: 'string', default: '30' } },
})
const [domains, pairs] = [Number(flags.domains), Number(flags.pairs)]
const pairsUntilOptimized = 4

const pinned = spawnSync('taskset', ['-acp', '1', String(process.pid)])
if (pinned.status !== 0) throw new Error(`The client could not be pinned to a core: ${pinned.stderr}`)
printMachine({ wrk: 'installed' })

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-domains-'))
await using smallDatabase = await openBenchPostgres()
await using largeDatabase = await openBenchPostgres()
const one = await openEdge('one', smallDatabase, 1)
const many = await openEdge('many', largeDatabase, domains)

console.log(`${pairs} pairs of turns of a second; CPU µs of each redirect, medians`)
console.table({
  'one link': await compare({ hosts: 1 }, { hosts: 1 }),
  'any link': await compare({ isRandom: true, links: domains, headers: { Host: toNthHost(1) } }, { hosts: domains }),
})
console.log(
  `Memory after the load: ${readMemoryMegabytes(one.pid)} MB with one domain, ${readMemoryMegabytes(many.pid)} MB with ${domains}`,
)
await Promise.all([one.stop(), many.stop()])
await rm(folder, { recursive: true, force: true })

/**
 * Starts an edge with `count` domains. The links r000001 and so on are distributed evenly over the domains: one link
 * for each domain, or all links on a single domain.
 */
async function openEdge(name: string, { url, accounts }: typeof smallDatabase, count: number): Promise<Edge> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(
    `with made as (insert into organizations (id, name) values (uuidv7(), 'Bench') returning id),
       project as (insert into projects (id, organization_id, name, description) select uuidv7(), id, 'Bench', '' from made returning id, organization_id),
       domain as (
         insert into domains (id, organization_id, host, token, status, is_serving, status_since, checking_since, created_at)
         select uuidv7(), id, 'go.shop-' || nth || '.example', md5(nth::text), 'verified', true, now(), now(), now()
         from made, generate_series(1, $1::integer) as nth returning id, host)
     insert into links (id, organization_id, project_id, domain_id, slug, target, is_pending, created_at)
     select uuidv7(), organization_id, project.id, domain.id, 'r' || lpad(nth::text, 6, '0'),
       'https://shop.example/' || host || '?tag=mia-20', false, now()
     from project, domain, generate_series(1, $2::integer) as nth`,
    [count, domains / count],
  )
  await owner.query('vacuum (analyze) links, slugs, domains')
  await owner.end()
  const edge = await startEdge(name, accounts.edge, join(folder, name), 'process')
  const served = await readMetric(edge.metricsPort, 'linkshelf_served_domains')
  if (served !== count) throw new Error(`The edge serves ${served} of ${count} domains`)
  return edge
}

function toNthHost(nth: number): string {
  return `go.shop-${nth}.example`
}

async function compare(loadOfOne: Partial<Load>, loadOfMany: Partial<Load>): Promise<object> {
  const turns = [
    { edge: one, load: loadOfOne, cpu: [] as number[] },
    { edge: many, load: loadOfMany, cpu: [] as number[] },
  ]
  for (let pair = -pairsUntilOptimized; pair < pairs; pair += 1)
    for (const { edge, load, cpu } of pair % 2 === 0 ? turns : turns.toReversed()) {
      const { cpuMicroseconds } = await generateLoad(edge, { title: '', links: 1, headers: {}, ...load }, 1)
      if (pair >= 0) cpu.push(cpuMicroseconds)
    }
  const [single = [], several = []] = turns.map(({ cpu }) => cpu)
  const ratios = several.map((microseconds, nth) => microseconds / (single[nth] ?? Number.NaN))
  const round = (value: number) => Number(value.toFixed(2))
  return {
    'one domain': round(computePercentile(single, 0.5)),
    [`${domains} domains`]: round(computePercentile(several, 0.5)),
    'more CPU, %': round((computePercentile(ratios, 0.5) - 1) * 100),
  }
}
