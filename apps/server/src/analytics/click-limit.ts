import { type ClickUsage, chooseSmallestPackage, type OrganizationId, type ProjectId } from '@linkshelf/contract'
import { LRUCache } from 'lru-cache'
import { type OrganizationContext, read } from '../access/index.ts'
import type { ClickHouse } from '../platform/clickhouse/clickhouse.ts'
import type { ClickDeps } from '../platform/deps.ts'
import { selectProjects } from '../projects/index.ts'
import { type ClickDeletion, selectUnfinishedDeletions } from './deletions/click-deletion-table.ts'
import { type Interval, quarterInParams } from './intervals.ts'
import { sumUnsigned } from './queries/click-conditions.ts'
import { runQuery } from './queries/run-query.ts'

/** Clicks of humans on one UTC day, in all projects of an organization. */
interface DayClicks {
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
 * Returns the days of the current UTC month that have clicks, oldest first, from the quarter-hourly rollup. The result
 * may be up to ten seconds old. Several requests can share one query, so the query does not get the signal of a
 * request: its abort would end the query for the others.
 */
async function findMonthClicks(clickhouse: ClickHouse, ctx: OrganizationContext): Promise<DayClicks[]> {
  const month = toUtcMonth(ctx.now)
  const cache =
    caches.get(clickhouse) ??
    new LRUCache({ max: maxCached, ttl: cachedMs, fetchMethod: (_key, _stale, { context }) => queryMonthClicks(context) })
  caches.set(clickhouse, cache)
  await ctx.shippingRequests?.announceRead()
  const { signal: _, ...shared } = ctx
  return cache.forceFetch(`${ctx.organization.id} ${month.from}`, { context: { clickhouse, ctx: shared, month } })
}

function toUtcMonth(now: Date): Interval {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { from: Date.UTC(year, month) / 1000, until: Date.UTC(year, month + 1) / 1000 }
}

async function queryMonthClicks({ clickhouse, ctx, month }: Source): Promise<DayClicks[]> {
  const clicksByStart = new Map<number, number>()
  const days = (await findScopes(ctx)).map(({ projectIds, deletions }) =>
    runQuery<DayClicks>(
      clickhouse,
      { organization: ctx.organization, deletions },
      `SELECT toUnixTimestamp(toStartOfDay(quarter)) AS start, ${sumUnsigned('project_clicks.clicks')} AS clicks
       FROM project_clicks
       WHERE project_id IN {projects:Array(UUID)} AND ${quarterInParams}
       GROUP BY start
       HAVING clicks > 0`,
      { project: projectIds[0], projects: projectIds, ...month },
    ),
  )
  for (const { start, clicks } of (await Promise.all(days)).flat()) clicksByStart.set(start, (clicksByStart.get(start) ?? 0) + clicks)
  return [...clicksByStart].map(([start, clicks]) => ({ start, clicks })).sort((one, other) => one.start - other.start)
}

interface ProjectsScope {
  projectIds: ProjectId[]
  /** Unfinished deletions of the project. Empty if the scope has several projects. */
  deletions: readonly ClickDeletion[]
}

/**
 * Returns the organization's projects as scopes. Projects without unfinished deletions share a scope. Every other
 * project has its own scope.
 */
async function findScopes(ctx: OrganizationContext): Promise<ProjectsScope[]> {
  const [ids, deletions] = await read(ctx, async (tx) => {
    const found = (await selectProjects(tx, [ctx.organization.id])).map(({ id }) => id)
    return [found, await selectUnfinishedDeletions(tx, found)] as const
  })
  const deletionsByProject = Map.groupBy(deletions, ({ projectId }) => projectId)
  const stored = ids.filter((id) => !deletionsByProject.has(id))
  return [
    ...(stored.length > 0 ? [{ projectIds: stored, deletions: [] }] : []),
    ...Array.from(deletionsByProject, ([id, ofProject]) => ({ projectIds: [id], deletions: ofProject })),
  ]
}

const daySeconds = 86_400

/**
 * Returns the time from which clicks of the current UTC month are hidden, in seconds since 1970: the end of the UTC day
 * on which the plan's limit was reached. Undefined while nothing is hidden.
 */
export async function findHiddenSince(
  { clickhouse }: Pick<ClickDeps, 'clickhouse'>,
  ctx: OrganizationContext,
): Promise<number | undefined> {
  const { clicksPerMonth } = ctx.entitlements
  if (!Number.isFinite(clicksPerMonth)) return undefined
  return computeHiddenFrom(await findMonthClicks(clickhouse, ctx), clicksPerMonth)
}

/**
 * Returns the time from which clicks are hidden, in seconds since 1970. Undefined if nothing is hidden. `days` are the
 * days that have clicks, oldest first.
 */
function computeHiddenFrom(days: readonly DayClicks[], limit: number): number | undefined {
  let total = 0
  const reached = days.findIndex(({ clicks }) => {
    total += clicks
    return total >= limit
  })
  const last = days[reached]
  return last === undefined || reached === days.length - 1 ? undefined : last.start + daySeconds
}

/**
 * Returns how many clicks the organization has in this UTC month, and how many of them its plan hides. The result may
 * be up to ten seconds old.
 */
export async function getClickUsage({ clickhouse }: Pick<ClickDeps, 'clickhouse'>, ctx: OrganizationContext): Promise<ClickUsage> {
  const limit = ctx.entitlements.clicksPerMonth
  const days = await findMonthClicks(clickhouse, ctx)
  const used = sumClicks(days)
  const from = computeHiddenFrom(days, limit) ?? Number.POSITIVE_INFINITY
  const hidden = sumClicks(days.filter(({ start }) => start >= from))
  const plan = used < limit ? undefined : chooseSmallestPackage('clicksPerMonth', Math.max(used, limit + 1))
  return {
    used,
    limit: Number.isFinite(limit) ? limit : null,
    hidden,
    hidden_since: Number.isFinite(from) ? toDay(from) : null,
    resets_on: toDay(toUtcMonth(ctx.now).until),
    upgrade: plan ?? null,
  }
}

function sumClicks(days: readonly { clicks: number }[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0)
}

function toDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}
