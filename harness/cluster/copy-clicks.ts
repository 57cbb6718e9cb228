// Copies the clicks and page views of one ClickHouse into another, and compares the tables that views and jobs derive
// from them.
import { isDeepStrictEqual } from 'node:util'
import { quarterHourlyRollups } from '../../apps/server/src/analytics/rollups/click-rollup-table.ts'
import { minLinkClicks } from '../../apps/server/src/analytics/rollups/link-rollup-table.ts'
import type { ClickHouse } from '../../apps/server/src/platform/clickhouse/clickhouse.ts'

const sources = ['clicks', 'page_views'] as const
const rowsAtOnce = 10_000
/** Formats numbers of 64 bits as text, because JavaScript would round them. */
const quoted = { output_format_json_quote_64bit_integers: 1 } as const

/** Inserts the rows as a shipper does, in batches through the table of the cluster, so that its views run. */
export async function copyClicks(from: ClickHouse, to: ClickHouse): Promise<void> {
  for (const table of sources) {
    const rows = await selectRows(from, `SELECT * FROM ${table} ORDER BY at, id`)
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      await to.insert({ table, values: rows.slice(start, start + rowsAtOnce), format: 'JSONEachRow' })
  }
}

/** Copies the clicks and page views of a project to another project. */
export async function copyToProject(clickhouse: ClickHouse, from: string, to: string): Promise<void> {
  for (const table of sources)
    await clickhouse.command({
      query: `INSERT INTO ${table} SELECT * REPLACE (generateUUIDv4() AS id, {to:UUID} AS project_id) FROM ${table} WHERE project_id = {from:UUID}`,
      query_params: { from, to },
    })
}

/**
 * Adds clicks of other visitors to finished days of the link, so that these days have enough clicks for a link rollup.
 */
export async function addBusyDays(clickhouse: ClickHouse, linkId: string): Promise<void> {
  await clickhouse.command({
    query: `INSERT INTO clicks
      SELECT latest.* REPLACE (generateUUIDv4() AS id, cityHash64(visitor, number) AS visitor)
      FROM (SELECT * FROM clicks WHERE link_id = {link:UUID} AND at < toStartOfDay(now('UTC')) - 86400 ORDER BY at DESC LIMIT 10) AS latest
      CROSS JOIN numbers(${minLinkClicks}) AS repeated`,
    query_params: { link: linkId },
  })
}

/** Queries of the derived tables. Their results do not depend on merges. */
const derivedRows: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    quarterHourlyRollups.map(({ name, keys, counts }) => {
      const sums = Object.keys(counts).map((column) => `sum(${name}.${column}) AS ${column}`)
      return [name, `SELECT ${keys}, quarter, ${sums.join(', ')} FROM ${name} GROUP BY ${keys}, quarter ORDER BY ALL`]
    }),
  ),
  page_visitors: `SELECT project_id, day, sum(page_visitors.views) AS views, sum(page_visitors.bots) AS bots,
      uniqExactIfMerge(visitors) AS visitors, uniqExactIfMerge(bot_visitors) AS bot_visitors
    FROM page_visitors GROUP BY project_id, day ORDER BY ALL`,
  ...Object.fromEntries(['daily_rollups', 'link_rollups'].map((table) => [table, latestRevisions(table)])),
}

function latestRevisions(table: string): string {
  return `SELECT * EXCEPT counting FROM ${table} WHERE (project_id, day, counting) IN (
      SELECT project_id, day, max(counting) FROM daily_rollups WHERE kind = 'complete' GROUP BY project_id, day
    ) ORDER BY ALL`
}

/** Returns the tables that differ, with the number of rows on both sides. */
export async function compareDerivedTables(one: ClickHouse, other: ClickHouse): Promise<{ tables: number; different: string[] }> {
  const different: string[] = []
  for (const [table, query] of Object.entries(derivedRows)) {
    const [rows, others] = [await selectRows(one, query), await selectRows(other, query)]
    if (rows.length === 0) throw new Error(`${table} has no rows to compare`)
    if (!isDeepStrictEqual(rows, others)) different.push(`${table} (${rows.length} rows, ${others.length} on the cluster)`)
  }
  return { tables: Object.keys(derivedRows).length, different }
}

async function selectRows(clickhouse: ClickHouse, query: string): Promise<unknown[]> {
  const result = await clickhouse.query({ query, clickhouse_settings: quoted, format: 'JSONEachRow' })
  return result.json()
}
