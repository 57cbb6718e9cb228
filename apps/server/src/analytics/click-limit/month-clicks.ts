import type { OrganizationId } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import { type OrganizationContext, read } from '../../access/index.ts'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { selectProjects } from '../../projects/index.ts'
import { sumOf } from '../queries/bot-filter.ts'
import { type Interval, quarterInParams } from '../queries/interval.ts'
import { runQuery } from '../queries/run-query.ts'

/** Clicks of humans on one UTC day, in all projects of an organization. */
export interface DayClicks {
  /** When the day begins, in seconds since 1970. */
  start: number
  clicks: number
}

const cachedMs = 10_000
const maxCached = 10_000

interface Source {
  clickhouse: ClickHouse
  ctx: OrganizationContext
  month: Interval
}

const caches = new WeakMap<ClickHouse, LRUCache<`${OrganizationId} ${number}`, DayClicks[], Source>>()

/**
 * The days of the current UTC month that have clicks, oldest first; up to ten seconds old. From the
 * quarter-hourly rollup.
 */
export async function findMonthClicks(clickhouse: ClickHouse, ctx: OrganizationContext): Promise<DayClicks[]> {
  const month = monthOf(ctx.now)
  const cache =
    caches.get(clickhouse) ?? new LRUCache({ max: maxCached, ttl: cachedMs, fetchMethod: (_key, _stale, { context }) => load(context) })
  caches.set(clickhouse, cache)
  return cache.forceFetch(`${ctx.organization.id} ${month.from}`, { context: { clickhouse, ctx, month } })
}

/** The calendar month (UTC) of an instant. */
export function monthOf(now: Date): Interval {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: Date.UTC(year, month) / 1000, until: Date.UTC(year, month + 1) / 1000 }
}

async function load({ clickhouse, ctx, month }: Source): Promise<DayClicks[]> {
  const projects = await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))
  if (projects.length === 0) return []
  return runQuery<DayClicks>(
    clickhouse,
    `SELECT toUnixTimestamp(toStartOfDay(quarter)) AS start, ${sumOf('project_clicks.clicks')} AS clicks
     FROM project_clicks
     WHERE project_id IN {projects:Array(UUID)} AND ${quarterInParams}
     GROUP BY start
     HAVING clicks > 0
     ORDER BY start`,
    { projects: projects.map(({ id }) => id), ...month },
  )
}
