import type { AnalyticsQuery, ClicksQuery } from '@linkshelf/contract'

/** Query parameters of analytics; by default the organization's window in UTC, without bots. */
export function aQuery(params: Partial<AnalyticsQuery> = {}): AnalyticsQuery {
  return { tz: 'UTC', bots: 'exclude', ...params }
}

/** The same with conditions that clicks must meet. */
export function aClicksQuery(params: Partial<ClicksQuery> = {}): ClicksQuery {
  return { ...aQuery(), ...params }
}
