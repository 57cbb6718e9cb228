import type { AnalyticsQuery, ClicksQuery } from '@linkshelf/contract'

/** Analytics query parameters. By default, a query covers the organization's window in UTC, without bots. */
export function aQuery(params: Partial<AnalyticsQuery> = {}): AnalyticsQuery {
  return { tz: 'UTC', bots: 'exclude', ...params }
}

/** Analytics query parameters with conditions that the clicks must meet. */
export function aClicksQuery(params: Partial<ClicksQuery> = {}): ClicksQuery {
  return { ...aQuery(), ...params }
}
