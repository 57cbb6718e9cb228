// The quarter-hourly rollups `link_clicks` and `project_clicks` compared with the clicks they are made of. A correction is a row that adds the difference:
// the columns are unsigned and wrap around, so that a negative difference works too. Repeated, it finds nothing to correct. The caller leaves out the last
// hour: a batch that is being inserted is in `clicks` a moment before it is in the rollups.
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import type { Interval } from '../queries/interval.ts'
import { rollupLimits } from './rollup-limits.ts'

/** Seconds since 1970, at quarters of an hour; of one project, or of all. */
export interface RollupFilter extends Interval {
  projectId?: string
}

const rollups = {
  link_clicks: {
    keys: 'project_id, link_id',
    scans: 'toInt64(countIf(is_scan AND NOT is_bot))',
    storedScans: '-toInt64(scans)',
    scansColumn: ', scans',
  },
  project_clicks: { keys: 'project_id', scans: 'toInt64(0)', storedScans: 'toInt64(0)', scansColumn: '' },
} as const

type RollupTable = keyof typeof rollups

const rollupTables = ['link_clicks', 'project_clicks'] as const satisfies RollupTable[]

/** Starts of the UTC days that have clicks or rollup rows in the interval, in seconds since 1970, oldest first. */
export async function selectDaysWithClicks(clickhouse: ClickHouse, interval: Interval): Promise<number[]> {
  const daysOf = (table: RollupTable) =>
    `SELECT DISTINCT toDate(quarter) AS day FROM ${table} WHERE quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')`
  const result = await clickhouse.query({
    query: `SELECT toUnixTimestamp(toDateTime(day, 'UTC')) AS start
      FROM (
        SELECT DISTINCT toDate(at, 'UTC') AS day FROM clicks
        WHERE at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')
        UNION DISTINCT ${rollupTables.map(daysOf).join(' UNION DISTINCT ')}
      )
      ORDER BY day`,
    query_params: { ...interval },
    clickhouse_settings: rollupLimits,
    format: 'JSONEachRow',
  })
  return (await result.json<{ start: number }>()).map(({ start }) => start)
}

/** How many rows of the rollups differ from the clicks. */
export async function countDifferences(clickhouse: ClickHouse, filter: RollupFilter): Promise<number> {
  const counts = await Promise.all(
    rollupTables.map(async (table) => {
      const result = await clickhouse.query({
        query: `SELECT count() AS count FROM (${differences(table, filter)})`,
        query_params: { ...filter },
        clickhouse_settings: rollupLimits,
        format: 'JSONEachRow',
      })
      return (await result.json<{ count: number }>())[0]?.count ?? 0
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Adds the differences to the rollups. */
export async function insertDifferences(clickhouse: ClickHouse, filter: RollupFilter): Promise<void> {
  for (const table of rollupTables) {
    const { keys, scansColumn } = rollups[table]
    await clickhouse.command({
      query: `INSERT INTO ${table} (${keys}, quarter, clicks, bots${scansColumn})
        SELECT ${keys}, quarter, reinterpretAsUInt64(humans), reinterpretAsUInt64(bots)${scansColumn && ', reinterpretAsUInt64(scans)'}
        FROM (${differences(table, filter)})`,
      query_params: { ...filter },
      clickhouse_settings: correctionSettings,
    })
  }
}

/**
 * Makes the quarters of a project before `until` (seconds since 1970; by default all) the sums of those of its links: both count the same clicks, and those of
 * links are of all time too. Repeated, it finds nothing to correct.
 */
export async function insertProjectDifferences(clickhouse: ClickHouse, projectId: string, until = maxUntil): Promise<void> {
  await clickhouse.command({
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
    query_params: { projectId, until },
    clickhouse_settings: correctionSettings,
  })
}

/** The last instant of a DateTime. */
const maxUntil = 4_294_967_295

/** Two equal corrections at different times are two corrections. */
const correctionSettings = { ...rollupLimits, insert_distributed_sync: 1, insert_deduplicate: 0 } as const

/** What the clicks say, minus what the rollup stores, where that is not zero. */
function differences(table: RollupTable, { projectId }: RollupFilter): string {
  const { keys, scans, storedScans } = rollups[table]
  const ofProject = projectId === undefined ? '' : 'project_id = {projectId:UUID} AND'
  return `
    SELECT ${keys}, quarter, sum(humans) AS humans, sum(bots) AS bots, sum(scanned) AS scans
    FROM (
      SELECT ${keys}, toStartOfFifteenMinutes(toDateTime(at, 'UTC')) AS quarter,
             toInt64(countIf(NOT is_bot)) AS humans, toInt64(countIf(is_bot)) AS bots, ${scans} AS scanned
      FROM clicks
      WHERE ${ofProject} at >= toDateTime64({from:UInt32}, 3, 'UTC') AND at < toDateTime64({until:UInt32}, 3, 'UTC')
      GROUP BY ${keys}, quarter
      UNION ALL
      SELECT ${keys}, quarter, -toInt64(clicks) AS humans, -toInt64(${table}.bots) AS bots, ${storedScans} AS scanned
      FROM ${table}
      WHERE ${ofProject} quarter >= toDateTime({from:UInt32}, 'UTC') AND quarter < toDateTime({until:UInt32}, 'UTC')
    )
    GROUP BY ${keys}, quarter
    HAVING humans != 0 OR bots != 0 OR scans != 0`
}
