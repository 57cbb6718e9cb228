// Compares the quarter-hourly rollups with the clicks and page views that they were computed from. A correction is a
// row that adds the difference. The columns are unsigned and wrap around, so a negative difference works, too. If a
// correction is repeated, it finds nothing to correct. The caller must exclude the last hour, because a batch that is
// being inserted is in its table a moment before it is in the rollups.
import { noId } from '../../clicks/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { insertWithQuorum } from '../../platform/clickhouse/insert-quorum.ts'
import type { Interval } from '../intervals.ts'
import { rollupLimits } from './rollup-statements.ts'

/** Times are seconds since 1970, at quarters of an hour. If `projectId` is undefined, all projects are included. */
export interface RollupFilter extends Interval {
  projectId?: string
}

export interface Rollup {
  name: string
  /** The table whose rows are counted, and a condition on the rows. */
  source: string
  where: string
  keys: string
  /** For each column with a count, the condition on the rows that it counts. */
  counts: Readonly<Record<string, string>>
}

const humans = 'NOT is_bot'
const bots = 'is_bot'

export const quarterHourlyRollups: readonly Rollup[] = [
  {
    name: 'link_clicks',
    source: 'clicks',
    where: 'true',
    keys: 'project_id, link_id',
    counts: { clicks: humans, bots, scans: 'is_scan AND NOT is_bot' },
  },
  { name: 'project_clicks', source: 'clicks', where: 'true', keys: 'project_id', counts: { clicks: humans, bots } },
  {
    name: 'product_clicks',
    source: 'clicks',
    where: `product_id != toUUID('${noId}')`,
    keys: 'project_id, product_id, link_id',
    counts: { clicks: humans, bots, page_clicks: `${humans} AND page = 'product'`, page_bots: `${bots} AND page = 'product'` },
  },
  { name: 'product_views', source: 'page_views', where: 'true', keys: 'project_id, product_id', counts: { views: humans, bots } },
]

/**
 * Returns the starts of the UTC days that have clicks, page views or rollup rows in the interval, in seconds since
 * 1970, oldest first.
 */
export async function selectDaysWithClicks(clickhouse: ClickHouse, interval: Interval): Promise<number[]> {
  const toDaysInSourceQuery = (source: string) =>
    `SELECT DISTINCT toDate(at, 'UTC') AS day FROM ${source}
     WHERE at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')`
  const toDaysInRollupQuery = ({ name }: Rollup) =>
    `SELECT DISTINCT toDate(quarter) AS day FROM ${name} WHERE quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')`
  const sources = new Set(quarterHourlyRollups.map(({ source }) => source))
  const result = await clickhouse.query({
    query: `SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS start
      FROM (${[...[...sources].map(toDaysInSourceQuery), ...quarterHourlyRollups.map(toDaysInRollupQuery)].join(' UNION DISTINCT ')})
      ORDER BY day`,
    query_params: { ...interval },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return (await result.json<{ start: number }>()).map(({ start }) => start)
}

export async function countDifferences(clickhouse: ClickHouse, filter: RollupFilter): Promise<number> {
  const counts = await Promise.all(
    quarterHourlyRollups.map(async (rollup) => {
      const result = await clickhouse.query({
        query: `SELECT count() AS count FROM (${toDifferencesQuery(rollup, filter)})`,
        query_params: { ...filter },
        clickhouse_settings: rollupLimits,
        format: 'JSONEachRow',
      })
      return (await result.json<{ count: number }>())[0]?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

export async function insertDifferences(clickhouse: ClickHouse, filter: RollupFilter): Promise<void> {
  for (const rollup of quarterHourlyRollups) {
    const columns = Object.keys(rollup.counts)
    await insertCorrection(clickhouse, {
      query: `INSERT INTO ${rollup.name} (${rollup.keys}, quarter, ${columns.join(', ')})
        SELECT ${rollup.keys}, quarter, ${columns.map((column) => `reinterpretAsUInt64(more_${column})`).join(', ')}
        FROM (${toDifferencesQuery(rollup, filter)})`,
      params: { ...filter },
    })
  }
}

/**
 * Corrects the rollup of a project, so that it is the sum of its links' rollups. Both count the same clicks, and both
 * go back for all time. Corrects only quarters before `until` (seconds since 1970), by default all quarters. If it is
 * repeated, it finds nothing to correct.
 */
export async function insertProjectDifferences(clickhouse: ClickHouse, projectId: string, until = maxUntil): Promise<void> {
  await insertCorrection(clickhouse, {
    query: `INSERT INTO project_clicks (project_id, quarter, clicks, bots)
      SELECT {projectId:UUID}, quarter, reinterpretAsUInt64(humans), reinterpretAsUInt64(bots)
      FROM (
        SELECT quarter, sum(humans) AS humans, sum(bots) AS bots
        FROM (
          SELECT quarter, toInt64(clicks) AS humans, toInt64(link_clicks.bots) AS bots FROM link_clicks WHERE project_id = {projectId:UUID}
          UNION ALL
          SELECT quarter, -toInt64(clicks) AS humans, -toInt64(project_clicks.bots) AS bots FROM project_clicks WHERE project_id = {projectId:UUID}
        )
        WHERE quarter < toDateTime({until:UInt32}, 'UTC')
        GROUP BY quarter
        HAVING humans != 0 OR bots != 0
      )`,
    params: { projectId, until },
  })
}

/** The last instant of a DateTime. */
const maxUntil = 4_294_967_295

/** A correction may equal an earlier correction and must be inserted too, so inserts are not deduplicated. */
const correctionSettings = { ...rollupLimits, insert_deduplicate: 0 } as const

async function insertCorrection(
  clickhouse: ClickHouse,
  { query, params }: { query: string; params: Record<string, unknown> },
): Promise<void> {
  await insertWithQuorum((quorum) =>
    clickhouse.command({ query, query_params: params, clickhouse_settings: { ...correctionSettings, ...quorum } }),
  )
}

/**
 * Returns a query of the rows in which source and rollup differ. The column `more_clicks` is the number of clicks in
 * the source minus the number in the rollup, and so on for each column.
 */
function toDifferencesQuery({ name, source, where, keys, counts }: Rollup, { projectId }: RollupFilter): string {
  const ofProject = projectId === undefined ? '' : 'project_id = {projectId:UUID} AND'
  const columns = Object.entries(counts)
  const joinColumns = (toSql: (column: string, condition: string) => string, separator = ', ') =>
    columns.map(([column, condition]) => toSql(column, condition)).join(separator)
  return `
    SELECT ${keys}, quarter, ${joinColumns((column) => `sum(more_${column}) AS more_${column}`)}
    FROM (
      SELECT ${keys}, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
             ${joinColumns((column, condition) => `toInt64(countIf(${condition})) AS more_${column}`)}
      FROM ${source}
      WHERE ${ofProject} ${where} AND at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')
      GROUP BY ${keys}, quarter
      UNION ALL
      SELECT ${keys}, quarter, ${joinColumns((column) => `-toInt64(${name}.${column}) AS more_${column}`)}
      FROM ${name}
      WHERE ${ofProject} quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
    )
    GROUP BY ${keys}, quarter
    HAVING ${joinColumns((column) => `more_${column} != 0`, ' OR ')}`
}
