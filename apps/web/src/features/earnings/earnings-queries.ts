import type { AnalyticsQuery, ConditionName, EarningsBreakdownKind, EarningsImport } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api.ts'
import { keepPrevious } from '../../ui/states/keep-previous.ts'

/** The selected days, as of the other numbers on the screen, and the conditions that sales can meet. */
export type EarningsRange = Partial<Pick<AnalyticsQuery, 'tz' | 'from' | 'to' | 'bots'> & Record<ConditionName, string>>

const rowLimit = 100
const pollIntervalMs = 1_000

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

/** Of all products of the store. */
export function storeEarningsQuery(scope: ProjectScope, range: EarningsRange) {
  return api.earnings.store.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.earnings.store.key({ input: { params: scope } })),
  })
}

export function earningsBreakdownQuery(scope: ProjectScope, by: EarningsBreakdownKind, range: EarningsRange) {
  return api.earnings.breakdown.queryOptions({ input: { params: scope, query: { ...range, by, limit: rowLimit } } })
}

/** Latest first; fetched again every second while the server works on one. */
export function earningsImportsQuery(scope: ProjectScope) {
  return api.earningsImports.list.queryOptions({
    input: { params: scope },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollIntervalMs : false),
  })
}

export function ratesQuery(scope: ProjectScope) {
  return api.earnings.getRates.queryOptions({ input: { params: scope } })
}

export function postbackQuery(scope: ProjectScope) {
  return api.earnings.getPostback.queryOptions({ input: { params: scope } })
}

/** The server works on it. */
function isRunning({ state }: EarningsImport): boolean {
  return state === 'checking' || state === 'importing'
}

/** It waits for the server or for its owner. */
export function isUnfinished(one: EarningsImport): boolean {
  return isRunning(one) || one.state === 'ready'
}
