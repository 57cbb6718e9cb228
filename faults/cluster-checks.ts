// After a run, compares what ClickHouse stores. Each request has its own number (mark), which its click contains.
// Compares the clicks with the marks of the requests that got a response, the rows of the replicas with each other, and
// the rollups with their clicks.
import { type ClickHouse, openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'

/** A sentence that describes a difference. */
export type Difference = string

const maxListed = 12

/**
 * Compares how many clicks with each mark are stored with the expected count. If the expected count is `any`, 0 and 1
 * are both correct, because the request had no response.
 */
export async function compareMarks(
  clickhouse: ClickHouse,
  markCount: number,
  getExpected: (mark: number) => 0 | 1 | 'any',
  describe: (mark: number) => string,
): Promise<{ differences: Difference[]; counts: Record<string, number> }> {
  const times = new Uint8Array(markCount)
  const rows = await select<{ mark: number; times: number }>(
    clickhouse,
    `SELECT toUInt32OrZero(substring(utm_campaign, 2)) AS mark, toUInt8(least(count(), 255)) AS times
     FROM clicks WHERE match(utm_campaign, '^m[0-9]{1,9}$') GROUP BY mark`,
  )
  for (const row of rows) times[row.mark] = row.times
  const found: Record<'lost' | 'duplicated' | 'deleted and stored', number[]> = { lost: [], duplicated: [], 'deleted and stored': [] }
  const counts = { stored: 0, 'of them without a response': 0 }
  for (let mark = 0; mark < markCount; mark += 1) {
    const [expected, stored] = [getExpected(mark), times[mark] ?? 0]
    counts.stored += stored
    if (expected === 'any' && stored > 0) counts['of them without a response'] += 1
    if (stored > 1) found.duplicated.push(mark)
    if (expected === 1 && stored === 0) found.lost.push(mark)
    if (expected === 0 && stored > 0) found['deleted and stored'].push(mark)
  }
  const differences = Object.entries(found).flatMap(([what, marks]) =>
    marks.length === 0 ? [] : [`${marks.length} clicks are ${what}: ${selectSample(marks).map(describe).join('; ')}`],
  )
  return { differences, counts: { ...counts, ...Object.fromEntries(Object.entries(found).map(([what, marks]) => [what, marks.length])) } }
}

/** Returns a sample of about `maxListed` marks, evenly distributed. */
function selectSample(marks: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(marks.length / maxListed))
  return marks.filter((_, nth) => nth % step === 0)
}

/** Compares the merged rows of each table, except tables of page views, between the replicas of a shard. */
export async function compareReplicas(urls: readonly string[], replicas: number): Promise<Difference[]> {
  const found: Difference[] = []
  const ofNodes = await Promise.all(urls.map(selectTableSums))
  for (const [nth, tables] of ofNodes.entries()) {
    const first = nth - (nth % replicas)
    for (const [table, sums] of tables) {
      const ofFirst = ofNodes[first]?.get(table)
      if (sums !== ofFirst) found.push(`${table} has ${ofFirst} on node ${first + 1} and ${sums} on node ${nth + 1} (rows, hash)`)
    }
  }
  return found
}

async function selectTableSums(url: string): Promise<Map<string, string>> {
  const client = openClickHouse(url)
  try {
    const tables = await select<{ name: string; engine: string }>(
      client,
      "SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND name LIKE '%_stored' AND name NOT LIKE 'page%'",
    )
    const sums = new Map<string, string>()
    for (const { name, engine } of tables) {
      const final = engine === 'ReplicatedMergeTree' ? '' : 'FINAL'
      const [row] = await select<{ sums: string }>(
        client,
        `SELECT concat(toString(count()), ' ', toString(sum(cityHash64(*)))) AS sums FROM ${name} ${final}`,
      )
      sums.set(name, row?.sums ?? '')
    }
    return sums
  } finally {
    await client.close()
  }
}

const quarter = "toStartOfFifteenMinutes(toDateTime(at, 'UTC'))"

/** Each query returns the groups whose counts differ between the clicks and the rollup. */
const rollupQueries: Readonly<Record<string, string>> = {
  'quarters of projects': compared(
    'project_id, quarter',
    `SELECT project_id, ${quarter} AS quarter, toInt64(countIf(NOT is_bot)) AS humans, toInt64(countIf(is_bot)) AS bots FROM clicks GROUP BY project_id, quarter`,
    'SELECT project_id, quarter, toInt64(sum(clicks)) AS humans, toInt64(sum(bots)) AS bots FROM project_clicks GROUP BY project_id, quarter',
  ),
  'quarters of links': compared(
    'project_id, link_id, quarter',
    `SELECT project_id, link_id, ${quarter} AS quarter, toInt64(countIf(NOT is_bot)) AS humans, toInt64(countIf(is_bot)) AS bots FROM clicks GROUP BY project_id, link_id, quarter`,
    'SELECT project_id, link_id, quarter, toInt64(sum(clicks)) AS humans, toInt64(sum(bots)) AS bots FROM link_clicks GROUP BY project_id, link_id, quarter',
  ),
  'days of projects': compared(
    'project_id, day',
    "SELECT project_id, toDate(at, 'UTC') AS day, toInt64(countIf(NOT is_bot)) AS humans, toInt64(countIf(is_bot)) AS bots FROM clicks WHERE at < toStartOfDay(now(), 'UTC') GROUP BY project_id, day",
    `SELECT project_id, day, toInt64(argMax(clicks, counting)) AS humans, toInt64(argMax(bot_clicks, counting)) AS bots FROM daily_rollups WHERE kind = 'complete' GROUP BY project_id, day`,
  ),
  'links of days': compared(
    'project_id, link_id, day',
    "SELECT project_id, toString(link_id) AS link_id, toDate(at, 'UTC') AS day, toInt64(countIf(NOT is_bot)) AS humans, toInt64(countIf(is_bot)) AS bots FROM clicks WHERE at < toStartOfDay(now(), 'UTC') GROUP BY project_id, link_id, day",
    `SELECT project_id, name AS link_id, day, toInt64(sum(clicks)) AS humans, toInt64(sum(bot_clicks)) AS bots FROM daily_rollups
     WHERE kind = 'link' AND (project_id, day, counting) GLOBAL IN (SELECT project_id, day, max(counting) FROM daily_rollups WHERE kind = 'complete' GROUP BY project_id, day)
     GROUP BY project_id, link_id, day`,
  ),
}

function compared(keys: string, clicks: string, rollup: string): string {
  const tagged = (source: string, side: string) => `SELECT ${keys}, humans, bots, '${side}' AS side FROM (${source})`
  return `SELECT ${keys}, sumIf(humans, side = 'clicks') AS clicks, sumIf(humans, side = 'rollup') AS rollup,
      sumIf(bots, side = 'clicks') AS botClicks, sumIf(bots, side = 'rollup') AS botRollup
    FROM (${tagged(clicks, 'clicks')} UNION ALL ${tagged(rollup, 'rollup')})
    GROUP BY ${keys} HAVING clicks != rollup OR botClicks != botRollup ORDER BY ${keys}`
}

export async function compareRollups(clickhouse: ClickHouse): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [what, query] of Object.entries(rollupQueries)) {
    const rows = await select<object>(clickhouse, query)
    if (rows.length > 0)
      found.push(
        `${rows.length} ${what} differ from their clicks: ${rows
          .slice(0, maxListed)
          .map((row) => JSON.stringify(row))
          .join(' ')}`,
      )
  }
  return found
}

export async function select<Row>(clickhouse: ClickHouse, query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> {
  return (await clickhouse.query({ query, query_params, format: 'JSONEachRow' })).json<Row>()
}
