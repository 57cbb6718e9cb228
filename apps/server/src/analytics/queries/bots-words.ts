import type { BotFilter } from '@linkshelf/contract'

/** Clicks of the tables that are kept by quarters of an hour, as an aggregate. */
export const summed: Record<BotFilter, string> = {
  exclude: 'sum(sums.clicks)',
  include: 'sum(sums.clicks) + sum(sums.bots)',
  only: 'sum(sums.bots)',
}

/** Clicks and distinct visitors in the counted days. */
export const counted: Record<BotFilter, { clicks: string; visits: string }> = {
  exclude: { clicks: 'counted_days.clicks', visits: 'counted_days.people' },
  include: { clicks: 'counted_days.clicks + counted_days.bot_clicks', visits: 'counted_days.everyone' },
  only: { clicks: 'counted_days.bot_clicks', visits: 'counted_days.bots' },
}

/** Which single clicks are meant. */
export const meant: Record<BotFilter, string> = { exclude: 'NOT is_bot', include: 'true', only: 'is_bot' }
