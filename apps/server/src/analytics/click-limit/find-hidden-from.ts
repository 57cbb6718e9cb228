import type { OrganizationContext } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type DayClicks, findMonthClicks } from './month-clicks.ts'

const daySeconds = 86_400

/**
 * Returns the time from which clicks of the current UTC month are hidden, in seconds since 1970: the end of the UTC day
 * on which the plan's limit was reached. Undefined while nothing is hidden.
 */
export async function findHiddenFrom({ clickhouse }: Pick<Deps, 'clickhouse'>, ctx: OrganizationContext): Promise<number | undefined> {
  const { clicksPerMonth } = ctx.entitlements
  if (!Number.isFinite(clicksPerMonth)) return undefined
  return hiddenFrom(await findMonthClicks(clickhouse, ctx), clicksPerMonth)
}

/** The same for the days that have clicks, oldest first. */
export function hiddenFrom(days: readonly DayClicks[], limit: number): number | undefined {
  let total = 0
  const reached = days.findIndex(({ clicks }) => {
    total += clicks
    return total >= limit
  })
  const last = days[reached]
  return last === undefined || reached === days.length - 1 ? undefined : last.start + daySeconds
}
