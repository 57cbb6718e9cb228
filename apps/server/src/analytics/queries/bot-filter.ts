// What a bot filter means in SQL, by the table a query reads.
import type { BotFilter } from '@linkshelf/contract'

/** In `link_clicks` or `project_clicks`, under the alias `rollup`: the number of clicks, as an aggregate. */
export const rollupClicks: Record<BotFilter, string> = {
  exclude: 'sum(rollup.clicks)',
  include: 'sum(rollup.clicks) + sum(rollup.bots)',
  only: 'sum(rollup.bots)',
}

/** In `daily_rollups`: clicks and distinct visitors of a row. */
export const dailyRollup: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'daily_rollups.clicks', visits: 'daily_rollups.visitors' },
  include: { clicks: 'daily_rollups.clicks + daily_rollups.bot_clicks', visits: 'daily_rollups.all_visitors' },
  only: { clicks: 'daily_rollups.bot_clicks', visits: 'daily_rollups.bot_visitors' },
}

/** In `clicks`: a condition on each row. */
export const clickCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
