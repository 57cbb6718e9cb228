// What a bot filter means in SQL, by the table a query reads.
import type { BotFilter } from '@linkshelf/contract'

/** In a quarter-hourly rollup of clicks, under the alias `rollup`: the number of clicks, as an aggregate. */
export const rollupClicks = rollupSums('clicks', 'bots')

/** In `product_clicks`: the number of clicks on the product's own page. */
export const rollupPageClicks = rollupSums('page_clicks', 'page_bots')

/** In `product_views`: the number of page views. */
export const rollupViews = rollupSums('views', 'bots')

function rollupSums(humans: string, bots: string): Record<BotFilter, string> {
  const [ofHumans, ofBots] = [sumOf(`rollup.${humans}`), sumOf(`rollup.${bots}`)]
  return { exclude: ofHumans, include: `${ofHumans} + ${ofBots}`, only: ofBots }
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

/** In `clicks` or `page_views`: a condition on each row. */
export const visitCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
