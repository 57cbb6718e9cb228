// Compares a ClickHouse cluster of two shards with two replicas each, on one machine, with a single server: `migrate`,
// the calls of the analytics screens, and the insert of a shipper's batch. The single server is a cluster node with
// plain tables, so that both run the same program. Each measurement alternates between the two.
//
//   npm run bench -- cluster [--clicks 10000000] [--projects 2000] [--tries 50]
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { maxRangeDays } from '@linkshelf/contract'
import { updateDailyRollups } from '../../apps/server/src/analytics/index.ts'
import { clickColumns } from '../../apps/server/src/clicks/enrichment/visit-row.ts'
import { insertRows } from '../../apps/server/src/clicks/index.ts'
import { prepareClickHouse } from '../../apps/server/src/databases/database.ts'
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { replaceLogin } from '../../apps/server/src/platform/clickhouse/clickhouse-addresses.ts'
import { clusterName, findMissingPart, openCluster } from '../../harness/cluster/open-cluster.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { fillClicks, findFilledProject, pickTypicalProject } from '../analytics/fill-clicks.ts'
import { type BenchApi, openBenchApi } from '../analytics/open-bench-api.ts'
import { listScreenQueries } from '../analytics/screen-queries.ts'
import { computePercentile, measureMs, printMachine } from '../measure.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    clicks: { type: 'string', default: '10000000' },
    projects: { type: 'string', default: '2000' },
    tries: { type: 'string', default: '50' },
  },
})
const fill = { clicks: Number(given.clicks), projects: Number(given.projects), until: new Date() }
const tries = Number(given.tries)
const migrations = 3
const batchRows = 1_000

const missing = findMissingPart()
if (missing === undefined) await main()
else console.log(`${missing} The bench is skipped.`)

interface Target {
  name: 'one server' | '2 × 2'
  url: string
  cluster: string | undefined
}

interface FilledTarget extends Target {
  api: BenchApi
  clickhouse: ClickHouse
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { urls } = opened.use(await openCluster())
  const [first = ''] = urls
  const targets: Target[] = [
    { name: 'one server', url: replaceLogin(first, { database: 'one_server' }), cluster: undefined },
    { name: '2 × 2', url: replaceLogin(urls.join(','), { database: 'shards' }), cluster: clusterName },
  ]
  const version = openClickHouse(replaceLogin(first, { database: 'default' }))
  printMachine({
    ClickHouse: await (await version.query({ query: 'SELECT version()', format: 'TabSeparated' })).text().then((text) => text.trim()),
  })
  await version.close()
  await printMigrations(targets)
  const filled: FilledTarget[] = []
  for (const target of targets) filled.push(await fillTarget(opened, target))
  await printInserts(filled)
  for (const [title, nth] of [
    ['a typical project', pickTypicalProject(fill)],
    ['the largest project', 0],
  ] as const)
    await printScreens(title, nth, filled)
}

async function printMigrations(targets: readonly Target[]): Promise<void> {
  await using postgres = await openBenchPostgres()
  const durations: Durations = new Map()
  for (let nth = 0; nth < migrations; nth += 1)
    for (const { name, url, cluster } of targets) {
      const clickhouseUrl = replaceLogin(url, { database: `migrated_${nth}_${cluster ?? 'none'}` })
      const migrate = () =>
        measureMs(() =>
          prepareClickHouse({ databaseUrl: postgres.url, clickhouseUrl }, { clickRetentionMonths: 13, clickhouseCluster: cluster }),
        )
      addDuration(durations, 'migrate, empty', name, await migrate())
      addDuration(durations, 'migrate, repeated', name, await migrate())
    }
  printDurations(durations, `migrate, ${migrations} times, milliseconds`)
}

/** Opens an API with its own PostgreSQL database, inserts its clicks and rolls them up. */
async function fillTarget(opened: AsyncDisposableStack, target: Target): Promise<FilledTarget> {
  const postgres = opened.use(await openBenchPostgres())
  const api = opened.use(await openBenchApi(postgres, target.url, target.cluster))
  const clickhouse = opened.adopt(openClickHouse(target.url), (client) => client.close())
  const filledMs = await measureMs(() => fillClicks(clickhouse, fill))
  const rolledUpMs = await measureMs(() => updateDailyRollups(api.deps, maxRangeDays))
  const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(
    `${target.name}: ${fill.clicks.toLocaleString('en')} clicks filled in ${formatSeconds(filledMs)}, rolled up in ${formatSeconds(rolledUpMs)}`,
  )
  return { ...target, api, clickhouse }
}

/** Measures inserts of batches with clicks of many projects, which a cluster distributes over its shards. */
async function printInserts(targets: readonly FilledTarget[]): Promise<void> {
  const durations: Durations = new Map()
  for (let nth = 0; nth < tries; nth += 1)
    for (const { name, clickhouse } of targets) {
      const result = await clickhouse.query({
        query: `SELECT ${clickColumns.join(', ')} FROM clicks WHERE at >= {since:DateTime} ORDER BY cityHash64(id, {nth:UInt32}) LIMIT ${batchRows}`,
        query_params: { since: Math.floor(fill.until.getTime() / 1_000) - 86_400, nth },
        clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
        format: 'JSONEachRow',
      })
      const batch = (await result.json<Record<(typeof clickColumns)[number], unknown>>()).map((row) => ({ ...row, id: randomUUID() }))
      const signal = AbortSignal.timeout(60_000)
      addDuration(
        durations,
        `insert of ${batchRows} clicks`,
        name,
        await measureMs(() => insertRows(clickhouse, 'clicks', batch, { token: randomUUID(), signal })),
      )
    }
  printDurations(durations, `A shipper's batch, ${tries} times, milliseconds`)
}

async function printScreens(title: string, nth: number, targets: readonly FilledTarget[]): Promise<void> {
  const durations: Durations = new Map()
  const [first] = targets
  if (first === undefined) return
  const project = await findFilledProject(first.clickhouse, fill, nth)
  for (const { api } of targets) await api.addProject(project)
  for (const { what, call } of listScreenQueries(project)) {
    for (const { api } of targets) await api.get(project, call)
    for (let run = 0; run < tries; run += 1)
      for (const { name, api } of targets) addDuration(durations, what, name, await measureMs(() => api.get(project, call)))
  }
  printDurations(durations, `Screens of ${title}, ${tries} times, milliseconds`)
}

/** Durations in milliseconds, by measurement and by target. */
type Durations = Map<string, Map<Target['name'], number[]>>

function addDuration(durations: Durations, what: string, target: Target['name'], ms: number): void {
  const byTarget = durations.get(what) ?? new Map<Target['name'], number[]>()
  durations.set(what, byTarget)
  byTarget.set(target, [...(byTarget.get(target) ?? []), ms])
}

function printDurations(durations: Durations, title: string): void {
  console.log(`\n${title}`)
  const rows = [...durations].map(([what, byTarget]) => {
    const figures = [...byTarget].flatMap(([target, ms]) =>
      [0.5, 0.95].map((share) => [`${target} p${share * 100}`, Number(computePercentile(ms, share).toFixed(1))]),
    )
    return [what, Object.fromEntries(figures)]
  })
  console.table(Object.fromEntries(rows))
}
