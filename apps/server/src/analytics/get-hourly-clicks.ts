import { type ClicksQuery, type HourlyClicks, hourlyRangeDays } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { hourStarts, toLocalDay } from './day-range.ts'
import { queryConditionalClicks } from './queries/conditional-clicks-query.ts'
import { requestedConditions } from './requested-conditions.ts'
import { requestedRange } from './requested-range.ts'

/**
 * Oldest first, hours without clicks included, of the day `to` (today by default) unless the range begins earlier.
 * Throws REQUEST_INVALID for more than two days, and as `requestedRange` and `requestedConditions` do.
 */
export async function getHourlyClicks(
  deps: Pick<Deps, 'clickhouse' | 'origins'>,
  ctx: ProjectContext,
  { bots, ...query }: ClicksQuery,
): Promise<HourlyClicks[]> {
  const to = query.to ?? toLocalDay(ctx.now, query.tz).toString()
  const [range, conditions] = await Promise.all([
    requestedRange(deps, ctx, { tz: query.tz, from: query.from ?? to, to }),
    requestedConditions(deps, ctx, query),
  ])
  if (range.dates.length > hourlyRangeDays) {
    const message = `Choose a range of at most ${hourlyRangeDays} days`
    fail('REQUEST_INVALID', { issues: [{ path: 'from', message }] }, message)
  }
  const starts = hourStarts(range)
  if (starts.length === 0) return []
  const clicks = await queryConditionalClicks(deps.clickhouse, ctx.project.id, { bots, conditions, starts, end: range.end })
  return starts.map((start, index) => ({ at: new Date(start * 1000).toISOString(), clicks: clicks[index] ?? 0 }))
}
