// What a bot filter means in SQL, by the table a query reads.
import type { BotFilter } from '@linkshelf/contract'

/** In `link_clicks` or `project_clicks`, under the alias `rollup`: the number of clicks, as an aggregate. */
export const rollupClicks: Record<BotFilter, string> = {
  exclude: sumOf('rollup.clicks'),
  include: `${sumOf('rollup.clicks')} + ${sumOf('rollup.bots')}`,
  only: sumOf('rollup.bots'),
}

/** The sum of an unsigned column of these tables. Corrections may be negative numbers that wrap around; a sum never is. */
export function sumOf(column: string): string {
  return `toUInt64(greatest(toInt64(sum(${column})), 0))`
}

/** In `daily_rollups`: clicks and distinct visitors of a row. */
export const dailyRollup: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'daily_rollups.clicks', visits: 'daily_rollups.visitors' },
  include: { clicks: 'daily_rollups.clicks + daily_rollups.bot_clicks', visits: 'daily_rollups.all_visitors' },
  only: { clicks: 'daily_rollups.bot_clicks', visits: 'daily_rollups.bot_visitors' },
}

/** In `clicks`: a condition on each row. */
export const clickCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
