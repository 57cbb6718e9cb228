// Measures how long a TLS handshake of Caddy waits until the edge answers whether a domain may have a certificate. A
// real edge with many custom domains gets one request after the other over one connection, each about one domain. Also
// measures the list of domains for Traefik.
//
//   npm run bench -- tls-asks [--domains 10000] [--asks 20000]
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readMetric } from '../../apps/server/test/read-metric.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { computePercentile, type Measurement, measureMs, printMachine } from '../measure.ts'
import { startEdge } from '../redirect/servers.ts'

const { values: flags } = parseArgs({
  allowPositionals: true,
  options: { domains: { type: 'string', default: '10000' }, asks: { type: 'string', default: '20000' } },
})
const [domains, asks] = [Number(flags.domains), Number(flags.asks)]
const warmUpCount = 2_000

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-asks-'))
await using postgres = await openBenchPostgres()
await fillDomains()
const edge = await startEdge('edge', postgres.accounts.edge, folder, 'process')
const served = await readMetric(edge.metricsPort, 'linkshelf_served_domains')
if (served !== domains) throw new Error(`The edge serves ${served} of ${domains} domains`)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const results = [
  await measureAsks('a domain', (nth) => toNthHost(1 + ((nth * 7_919) % domains)), 200),
  await measureAsks('an unknown name', (nth) => `unknown-${nth}.example`, 403),
  await measureList('the list, first', 1),
  await measureList('the list, unchanged', 50),
]
printMachine({ PostgreSQL: '18' })
console.log(`${domains.toLocaleString('en')} domains; milliseconds`)
console.table(Object.fromEntries(results.map(({ name, durationsMs }) => [name, toRow(durationsMs)])))
agent.destroy()
await edge.stop()
await rm(folder, { recursive: true, force: true })

async function measureAsks(name: string, toName: (nth: number) => string, status: number): Promise<Measurement> {
  const durationsMs: number[] = []
  for (let nth = 0; nth < warmUpCount + asks; nth += 1) {
    const duration = await measureMs(() => send(`/.tls/ask?domain=${toName(nth)}`, status))
    if (nth >= warmUpCount) durationsMs.push(duration)
  }
  return { name, durationsMs }
}

async function measureList(name: string, times: number): Promise<Measurement> {
  const durationsMs: number[] = []
  for (let nth = 0; nth < times; nth += 1) durationsMs.push(await measureMs(() => send('/.tls/traefik', 200)))
  return { name, durationsMs }
}

async function send(path: string, status: number): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: edge.port, path, agent }, resolve).on('error', reject)
  })
  await text(response)
  if (response.statusCode !== status) throw new Error(`${path} was answered with ${response.statusCode}`)
}

function toRow(durationsMs: readonly number[]): object {
  const at = (share: number) => Number(computePercentile(durationsMs, share).toFixed(3))
  return { requests: durationsMs.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}

function toNthHost(nth: number): string {
  return `go.shop-${nth}.example`
}

async function fillDomains(): Promise<void> {
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  await owner.query(
    `with made as (insert into organizations (id, name) values (uuidv7(), 'Bench') returning id)
     insert into domains (id, organization_id, host, token, status, is_serving, status_since, checking_since, created_at)
     select uuidv7(), id, 'go.shop-' || nth || '.example', md5(nth::text), 'verified', true, now(), now(), now()
     from made, generate_series(1, $1::integer) as nth`,
    [domains],
  )
  await owner.end()
}
