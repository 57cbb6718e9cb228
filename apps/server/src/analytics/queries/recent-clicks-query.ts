import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { visitCondition } from './bot-filter.ts'
import { atIn, type Interval } from './interval.ts'
import { runClickQuery } from './run-query.ts'

export interface RecentClickRow {
  id: string
  link_id: string
  /** Milliseconds since 1970. */
  atMs: number
  country: string
  city: string
  device: string
  referrer: string
  utm_source: string
}

/**
 * The latest clicks of humans in the interval, latest first. Only those that are returned are read with all columns.
 */
export function queryRecentClicks(
  clickhouse: ClickHouse,
  projectId: string,
  { limit, ...interval }: Interval & { limit: number },
): Promise<RecentClickRow[]> {
  const latest = `SELECT at, id FROM clicks
    WHERE project_id = {project:UUID} AND ${atIn([interval])} AND ${visitCondition.exclude}
    ORDER BY at DESC, id DESC LIMIT {limit:UInt32}`
  return runClickQuery<RecentClickRow>(
    clickhouse,
    `SELECT id, link_id, toUnixTimestamp64Milli(at) AS atMs, country, city, device, referrer, utm_source
     FROM clicks
     WHERE project_id = {project:UUID} AND ${atIn([interval])} AND (at, id) IN (${latest})
     ORDER BY at DESC, id DESC`,
    { project: projectId, limit },
  )
}
