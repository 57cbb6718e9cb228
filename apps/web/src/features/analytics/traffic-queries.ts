import type { BreakdownKind } from '@linkshelf/contract'
import { partialMatchKey, type Query, type QueryKey } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import type { TrafficQuery } from './analytics-filter.ts'

// What is asked about a chosen range. What was shown of the same place stays until the next answer is there.

/** More than this many rows of a breakdown are not asked for. */
export const rowsAtMost = 1_000

/** Clicks by day and the most clicked links. */
export function traffic(scope: ProjectScope, query: TrafficQuery) {
  return api.analytics.overview.queryOptions({
    input: { params: scope, query },
    placeholderData: whileOf(api.analytics.overview.key({ input: { params: scope } })),
  })
}

/** Clicks, visitors and countries. */
export function trafficNumbers(scope: ProjectScope, query: TrafficQuery) {
  return api.analytics.dashboard.queryOptions({
    input: { params: scope, query },
    placeholderData: whileOf(api.analytics.dashboard.key({ input: { params: scope } })),
  })
}

/** Clicks by one property; of one link when its id is given. */
export function trafficBy(scope: ProjectScope, query: TrafficQuery, by: BreakdownKind, urlId?: string) {
  return api.analytics.breakdown.queryOptions({
    input: { params: scope, query: { ...query, by, url_id: urlId, limit: rowsAtMost } },
    placeholderData: whileOf(api.analytics.breakdown.key({ input: { params: scope, query: { by, ...(urlId && { url_id: urlId }) } } })),
  })
}

/** Clicks and visitors of each of these links, a hundred at most. */
export function trafficOfLinks(scope: ProjectScope, query: TrafficQuery, urlIds: readonly string[]) {
  return api.analytics.linksTraffic.queryOptions({ input: { params: scope, query: { ...query, url_ids: urlIds.join(',') } } })
}

/** The answer before, while it is an answer to the same question about other days. */
function whileOf(key: QueryKey) {
  return <Answer>(answer: Answer | undefined, query: Query<Answer, Error, Answer, QueryKey> | undefined): Answer | undefined =>
    query !== undefined && partialMatchKey(query.queryKey, key) ? answer : undefined
}
