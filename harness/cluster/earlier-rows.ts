// Fills databases as an earlier release would, with the same rows on a cluster and on one server.
import { copyFile, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clickhouseFolder } from '../../apps/server/src/databases/newer-databases.ts'
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'
import { insertSelectOnOneNode } from '../../apps/server/src/platform/clickhouse/clickhouse-cluster.ts'
import { createClickHouseDatabase, migrateClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse-migrations.ts'
import { listMigrations } from '../../apps/server/src/platform/migration-files.ts'

/** Creates the database with the migrations before `migration`, and inserts rows. */
export async function fillBeforeMigration(url: string, migration: string, cluster?: string): Promise<void> {
  await using earlier = await mkdtempDisposable(join(tmpdir(), 'linkshelf-earlier-'))
  for (const name of await listMigrations(clickhouseFolder))
    if (name < migration) await copyFile(join(clickhouseFolder, name), join(earlier.path, name))
  await createClickHouseDatabase(url, { cluster })
  await using client = disposable(openClickHouse(url))
  await migrateClickHouse(client, earlier.path, { cluster })
  for (const query of statements) await client.command({ query, clickhouse_settings: insertSelectOnOneNode })
}

const toUuidSql = (kind: string, number: string) => `reinterpretAsUUID(sipHash128('${kind}', ${number}))`
const start = "subtractDays(toStartOfDay(now(), 'UTC'), 50)"
const rollup = 'clicks, bot_clicks, visitors, bot_visitors, all_visitors'
const ofClicks = 'countIf(NOT is_bot), countIf(is_bot), uniqExactIf(visitor, NOT is_bot), uniqExactIf(visitor, is_bot), uniqExact(visitor)'
const properties = `[('complete', ''), ('total', ''), ('referrer', toString(referrer)), ('utm_source', toString(utm_source))]`

/**
 * Inserts clicks and page views of eight projects in the last 50 days. Also inserts rollups of the first 40 of these
 * days, and of earlier days whose clicks have expired.
 */
const statements: readonly string[] = [
  `INSERT INTO clicks (id, at, organization_id, project_id, link_id, visitor, is_bot, is_scan, reason, rule, country, city, referrer, utm_source, browser)
   SELECT ${toUuidSql('click', 'number')}, addSeconds(${start}, number * 1061), ${toUuidSql('organization', 'number % 3')}, ${toUuidSql('project', 'number % 8')},
     ${toUuidSql('link', 'number % 40')}, number % 97, number % 5 = 0, number % 7 = 0, '', 'default', ['DE', 'FR', ''][1 + number % 3], 'Ulm',
     ['t.co', 'blog.example', '', 'm.facebook.com'][1 + number % 4], ['mail', ''][1 + number % 2], 'Firefox'
   FROM numbers(4000)`,
  `INSERT INTO page_views (id, at, organization_id, project_id, store_id, page, product_id, visitor, is_bot)
   SELECT ${toUuidSql('view', 'number')}, addSeconds(${start}, number * 4001), ${toUuidSql('organization', 'number % 3')}, ${toUuidSql('project', 'number % 8')},
     ${toUuidSql('store', 'number % 8')}, 'product', ${toUuidSql('product', 'number % 5')}, number % 89, number % 6 = 0
   FROM numbers(1000)`,
  `INSERT INTO clicks (id, at, organization_id, project_id, link_id, product_id, store_id, page, visitor)
   SELECT ${toUuidSql('button', 'number')}, addSeconds(${start}, number * 5003), ${toUuidSql('organization', 'number % 3')}, ${toUuidSql('project', 'number % 8')},
     ${toUuidSql('link', 'number % 40')}, ${toUuidSql('product', 'number % 5')}, ${toUuidSql('store', 'number % 8')}, 'product', number % 83
   FROM numbers(800)`,
  ...[0, 400].flatMap((days) => [
    `INSERT INTO daily_rollups (project_id, kind, day, counting, name, country, ${rollup})
     SELECT project_id, property.1, toDate(at) - ${days}, 1000, property.2, '', ${ofClicks}
     FROM clicks ARRAY JOIN ${properties} AS property WHERE at < addDays(${start}, 40) GROUP BY project_id, toDate(at), property`,
    `INSERT INTO link_rollups (project_id, link_id, kind, day, counting, name, country, ${rollup})
     SELECT project_id, link_id, property.1, toDate(at) - ${days}, 1000, property.2, '', ${ofClicks}
     FROM clicks ARRAY JOIN ${properties} AS property WHERE at < addDays(${start}, 40) GROUP BY project_id, link_id, toDate(at), property`,
  ]),
  `INSERT INTO failed_daily_rollups SELECT project_id, toDate(at), 1, toDateTime64('2026-01-01 00:00:00', 3, 'UTC'), true, 'reason'
   FROM clicks GROUP BY project_id, toDate(at)`,
]

/** Returns the rows of all tables as sorted text, as if all parts were merged. */
export function selectRows(url: string): Promise<Record<string, string[]>> {
  return selectRowsWhere(url, "engine NOT LIKE '%View' AND name NOT LIKE '%_stored'")
}

/** Returns the rows that this node stores itself. */
export function selectReplicaRows(url: string): Promise<Record<string, string[]>> {
  return selectRowsWhere(url, "name LIKE '%_stored'")
}

async function selectRowsWhere(url: string, condition: string): Promise<Record<string, string[]>> {
  await using client = disposable(openClickHouse(url))
  const tables = await select<{ name: string; columns: [string, string][]; stored_engine: string }>(
    client,
    `SELECT name, (SELECT engine FROM system.tables AS stored WHERE database = currentDatabase() AND stored.name IN (tables.name || '_stored', tables.name)
       AND engine LIKE '%MergeTree' LIMIT 1) AS stored_engine,
       (SELECT groupArray((name, type)) FROM system.columns WHERE database = currentDatabase() AND table = tables.name) AS columns
     FROM system.tables AS tables WHERE database = currentDatabase() AND name != 'schema_migrations' AND ${condition} ORDER BY name`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name, columns, stored_engine } of tables) {
    const values = columns.map(([column, type]) => (type.startsWith('AggregateFunction') ? `finalizeAggregation(${column})` : column))
    const final = /(Summing|Aggregating|Replacing)/.test(stored_engine) ? 'FINAL' : ''
    const found = await select<{ line: string }>(
      client,
      `SELECT toString(tuple(${values.join(', ')})) AS line FROM ${name} ${final} ORDER BY line`,
    )
    rows[name] = found.map(({ line }) => line)
  }
  return rows
}

async function select<Row>(client: ClickHouse, query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>()
}

function disposable(client: ClickHouse): ClickHouse & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}
