// The SQL of a bot filter, by the table that a query reads.
import type { BotFilter } from '@linkshelf/contract'

/** The number of clicks in a quarter-hourly rollup with the alias `rollup`, as an aggregate. */
export const rollupClicks = rollupSums('clicks', 'bots')

/** The number of clicks on the product's own page, in `product_clicks`. */
export const rollupPageClicks = rollupSums('page_clicks', 'page_bots')

/** The number of page views, in `product_views`. */
export const rollupViews = rollupSums('views', 'bots')

function rollupSums(humans: string, bots: string): Record<BotFilter, string> {
  const [ofHumans, ofBots] = [sumOf(`rollup.${humans}`), sumOf(`rollup.${bots}`)]
  return { exclude: ofHumans, include: `${ofHumans} + ${ofBots}`, only: ofBots }
}

/**
 * The sum of an unsigned column of these tables. Corrections may be negative numbers that wrap around; a sum never is.
 */
export function sumOf(column: string): string {
  return `toUInt64(greatest(toInt64(sum(${column})), 0))`
}

/** Clicks and distinct visitors of a row of `daily_rollups`. */
export const dailyRollup: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'daily_rollups.clicks', visits: 'daily_rollups.visitors' },
  include: { clicks: 'daily_rollups.clicks + daily_rollups.bot_clicks', visits: 'daily_rollups.all_visitors' },
  only: { clicks: 'daily_rollups.bot_clicks', visits: 'daily_rollups.bot_visitors' },
}

/** A condition on each row of `clicks` or `page_views`. */
export const visitCondition: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
