import type { AnalyticsQuery, ConditionName, EarningsBreakdownKind } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'
import { keepPrevious } from '../../ui/states/keep-previous.ts'
import { pollWhileRunning } from '../file-imports/import-state.ts'

/** The selected days, as of the other numbers on the screen, and the conditions that sales can meet. */
export type EarningsRange = Partial<Pick<AnalyticsQuery, 'tz' | 'from' | 'to' | 'bots'> & Record<ConditionName, string>>

const rowLimit = 100

/** Earnings beside clicks, of the project. */
export function earningsQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.overview.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.earnings.overview.key({ input: { params: scope } })),
  })
}

export function linkEarningsQuery(scope: ProjectScope, urlId: string, range: EarningsRange) {
  const params = { ...scope, urlId }
  return api.earnings.link.queryOptions({
    input: { params, query: range },
    placeholderData: keepPrevious(api.earnings.link.key({ input: { params } })),
  })
}

/** Returns the earnings of all products of the store. */
export function storeEarningsQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.store.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.earnings.store.key({ input: { params: scope } })),
  })
}

export function earningsBreakdownQuery(scope: ProjectScope, by: EarningsBreakdownKind, range: EarningsRange) {
  return api.earnings.breakdown.queryOptions({ input: { params: scope, query: { ...range, by, limit: rowLimit } } })
}

/** Latest first. */
export function earningsImportsQuery(scope: ProjectScope) {
  return api.earningsImports.list.queryOptions({ input: { params: scope }, refetchInterval: pollWhileRunning })
}

export function ratesQuery(scope: ProjectScope) {
  return api.earnings.getRates.queryOptions({ input: { params: scope } })
}

export function postbackQuery(scope: ProjectScope) {
  return api.earnings.getPostback.queryOptions({ input: { params: scope } })
}
