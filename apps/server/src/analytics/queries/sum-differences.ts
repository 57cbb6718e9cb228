import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'

// The sums by quarters against the single clicks they are made of. A difference is added to the sums, so a row that is too much is met by one below
// zero: unsigned sums come round. Said again it finds nothing, and clicks that arrive meanwhile are in both or in neither.

export interface Stretch {
  /** Seconds since 1970, at quarters of an hour. */
  from: number
  until: number
}

const limits = {
  max_execution_time: 50,
  max_memory_usage: '2147483648',
  max_threads: 2,
  output_format_json_quote_64bit_integers: 0,
} as const

const summed = {
  link_clicks: {
    keys: 'project_id, link_id',
    scans: 'toInt64(countIf(is_scan AND NOT is_bot))',
    kept: '-toInt64(scans)',
    column: ', scans',
  },
  project_clicks: { keys: 'project_id', scans: 'toInt64(0)', kept: 'toInt64(0)', column: '' },
} as const

type SumTable = keyof typeof summed

const sumTables = ['link_clicks', 'project_clicks'] as const satisfies SumTable[]

/** Starts of the UTC days in which there are clicks or sums, in seconds since 1970, oldest first. */
export async function selectTouchedDays(clickhouse: ClickHouse, stretch: Stretch): Promise<number[]> {
  const ofSums = (table: SumTable) =>
    `SELECT DISTINCT toDate(quarter) AS day FROM ${table} WHERE quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')`
  const answer = await clickhouse.query({
    query: `SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS start
      FROM (
        SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks
        WHERE at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')
        UNION DISTINCT ${sumTables.map(ofSums).join(' UNION DISTINCT ')}
      )
      ORDER BY day`,
    query_params: { ...stretch },
    clickhouse_settings: limits,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ start: number }>()).map(({ start }) => start)
}

/** How many rows of the sums are not what the single clicks say. */
export async function countDifferences(clickhouse: ClickHouse, stretch: Stretch): Promise<number> {
  const counts = await Promise.all(
    sumTables.map(async (table) => {
      const answer = await clickhouse.query({
        query: `SELECT count() AS count FROM (${differences(table)})`,
        query_params: { ...stretch },
        clickhouse_settings: limits,
        format: 'JSONEachRow',
      })
      return (await answer.json<{ count: number }>())[0]?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

export async function addDifferences(clickhouse: ClickHouse, stretch: Stretch): Promise<void> {
  for (const table of sumTables) {
    const { keys, column } = summed[table]
    await clickhouse.command({
      query: `INSERT INTO ${table} (${keys}, quarter, clicks, bots${column})
        SELECT ${keys}, quarter, reinterpretAsUInt64(people), reinterpretAsUInt64(bots)${column && ', reinterpretAsUInt64(scans)'}
        FROM (${differences(table)})`,
      query_params: { ...stretch },
      clickhouse_settings: { ...limits, insert_distributed_sync: 1 },
    })
  }
}

function differences(table: SumTable): string {
  const { keys, scans, kept } = summed[table]
  return `
    SELECT ${keys}, quarter, sum(people) AS people, sum(bots) AS bots, sum(scanned) AS scans
    FROM (
      SELECT ${keys}, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
             toInt64(countIf(NOT is_bot)) AS people, toInt64(countIf(is_bot)) AS bots, ${scans} AS scanned
      FROM clicks
      WHERE at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')
      GROUP BY ${keys}, quarter
      UNION ALL
      SELECT ${keys}, quarter, -toInt64(clicks) AS people, -toInt64(${table}.bots) AS bots, ${kept} AS scanned
      FROM ${table}
      WHERE quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
    )
    GROUP BY ${keys}, quarter
    HAVING people != 0 OR bots != 0 OR scans != 0`
}
