import type { AnalyticsQuery } from '@linkshelf/contract'

/** What is asked of analytics when nothing is said: the organization's window in UTC, without bots. */
export function asked(words: Partial<AnalyticsQuery> = {}): AnalyticsQuery {
  return { tz: 'UTC', bots: 'exclude', ...words }
}
