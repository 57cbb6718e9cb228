// Measures the ClickHouse queries for a store's analytics. The first store has `--largest` page views. 2,000 other
// stores share `--others` page views. A fifth of the views are followed by a click.
//
//   npm run bench -- store-traffic [--largest 10000000] [--others 10000000] [--tries 50]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { organizationId, projectId } from '@linkshelf/contract'
import { createLastDaysRange } from '../../apps/server/src/analytics/intervals.ts'
import { countStoreVisitors } from '../../apps/server/src/analytics/queries/page-visitors-query.ts'
import { queryTopProducts, queryTrafficByDay } from '../../apps/server/src/analytics/queries/traffic-query.ts'
import { openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { startEngineProcess } from '../../apps/server/test/databases/start-engine-process.ts'
import { measure, printMachine, printTable } from '../measure.ts'

const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    largest: { type: 'string', default: '10000000' },
    others: { type: 'string', default: '10000000' },
    tries: { type: 'string', default: '50' },
  },
})
const otherProjects = 2_000
const rowsAtOnce = 1_000_000
const days = 90
/** One of this many views is followed by a click. */
const viewsPerClick = 5

const folder = await mkdtemp(join(tmpdir(), 'linkshelf-bench-'))
const engine = await startEngineProcess(folder)
const clickhouse = openClickHouse(engine.url)
await migrateClickHouse(clickhouse, fileURLToPath(new URL('../../apps/server/clickhouse', import.meta.url)))

await fill(Number(given.others), `1 + number % ${otherProjects}`, 20)
await fill(Number(given.largest), '0', 500)

printMachine({})
for (const [store, project] of [
  ['the largest store', 0],
  ['a typical store', otherProjects >> 1],
] as const) {
  const id = `00000000-0000-7000-8000-${String(project).padStart(12, '0')}`
  const ctx = { organization: { id: organizationId.parse(id) }, project: { id: projectId.parse(id) }, deletions: [] }
  console.log(`\nThe last ${days} days of ${store}`)
  for (const timeZone of ['UTC', 'Asia/Kolkata']) {
    const filter = { bots: 'exclude', range: createLastDaysRange(new Date(), timeZone, days) } as const
    printTable([
      await measure(`by day, ${timeZone}`, Number(given.tries), () => queryTrafficByDay(clickhouse, ctx, filter)),
      await measure(`visitors, ${timeZone}`, Number(given.tries), () => countStoreVisitors(clickhouse, ctx, filter)),
      await measure(`products, ${timeZone}`, Number(given.tries), () => queryTopProducts(clickhouse, ctx, { ...filter, limit: 100 })),
    ])
  }
}
await clickhouse.close()
await engine.stop()
await rm(folder, { recursive: true })

/**
 * Inserts `rows` page views, and a click for every fifth view. A visitor has on average 2.5 views a day. `project` is a
 * SQL expression that computes the index of the view's project from `number`, for example `1 + number % 2000`.
 */
async function fill(rows: number, project: string, products: number): Promise<void> {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows - from)
    const source = `FROM (
      SELECT number, cityHash64(number) AS hash, toUUID(concat('00000000-0000-7000-8000-', leftPad(toString(${project}), 12, '0'))) AS project,
             toUUID(concat('00000000-0000-7000-9000-', leftPad(toString(toUInt32(${products} * pow((hash % 1000) / 1000, 2))), 12, '0'))) AS product,
             now64(3) - toIntervalSecond(intDiv(hash, 1000) % ${days * 86_400}) AS moment
      FROM numbers(${from}, ${count})
    )`
    await clickhouse.command({
      query: `INSERT INTO page_views (id, at, project_id, page, product_id, visitor, is_bot)
        SELECT generateUUIDv7(), moment, project, 'product', product, cityHash64(toDate(moment), hash % ${Math.ceil(rows / days / 2.5)}), hash % 20 = 0 ${source}`,
    })
    await clickhouse.command({
      query: `INSERT INTO clicks (id, at, project_id, link_id, product_id, page, visitor, is_bot)
        SELECT generateUUIDv7(), moment, project, product, product, 'product', hash % 100000, hash % 20 = 0 ${source} WHERE number % ${viewsPerClick} = 0`,
    })
  }
}
