// Rules of saved views that screens need without the schemas: a search, filters and an order of a screen that a user
// saved under a name.
import { labelNameMaxLength } from './labels/label-rules.ts'
import { searchMaxLength } from './links/link-rules.ts'

export const savedViewNameMaxLength = 64
/** The maximum of views of one kind that a user saves in a project. */
export const savedViewsPerUser = 50

export interface SavedViewMessages {
  nameRequired: string
  nameTooLong: string
  loadFailed: string
}

export const linkViewMessages: SavedViewMessages = {
  nameRequired: 'A view needs a name',
  nameTooLong: `Use ${savedViewNameMaxLength} characters at most`,
  loadFailed: 'Your views could not be loaded',
}

export const analyticsViewMessages: SavedViewMessages = {
  nameRequired: 'Report name is required',
  nameTooLong: `A report name may have ${savedViewNameMaxLength} characters at most`,
  loadFailed: 'Your reports could not be loaded',
}

/** The longest encoding of one character in a query, as `%E2%82%AC`. */
const encodedLength = 9
/** The longest search with the longest label, and the other parameters. */
export const linkViewQueryMaxLength = encodedLength * (searchMaxLength + labelNameMaxLength) + 1_000

/** A view of the list of links consists of these parameters of its URL. */
const linkViewParams = ['search', 'label', 'health', 'archived', 'sort'] as const

/**
 * The query of a view of the list of links: parameters of the list alone, in one order, so that equal views have equal
 * queries. Empty for the list as it is without any.
 */
export function toLinkViewQuery(query: string): string {
  const given = new URLSearchParams(query)
  return new URLSearchParams(linkViewParams.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []))).toString()
}

/** Tabs of the analytics screen. */
export const analyticsTabs = ['overview', 'links', 'sources', 'geography', 'devices', 'store', 'earnings'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]

/** Ranges that follow the calendar, beside the organization's window. */
export const analyticsRanges = ['1d', '2d', '7d', '30d', '90d', '12m', 'month', 'last-month'] as const

/** The hour of the user's Monday at which views of the analytics screen are mailed. */
export const weeklyReportHour = 8
