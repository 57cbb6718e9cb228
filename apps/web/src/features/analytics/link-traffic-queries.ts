import { keepPreviousData } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { ownTimeZone } from '../../ui/dates.ts'
import type { TrafficQuery } from './analytics-filter.ts'

const visitorsPageSize = 20

/** Clicks and scans of one link by day; those of the days shown before stay until the answer is there. */
export function daysOfLink(scope: ProjectScope, urlId: string, query: TrafficQuery) {
  return api.analytics.linkClicks.queryOptions({ input: { params: { ...scope, urlId }, query }, placeholderData: keepPreviousData })
}

/** Clicks and visitors of one link. */
export function numbersOfLink(scope: ProjectScope, urlId: string, query: TrafficQuery) {
  return api.analytics.linkDashboard.queryOptions({ input: { params: { ...scope, urlId }, query }, placeholderData: keepPreviousData })
}

/** The same of all time. */
export function everOfLink(scope: ProjectScope, urlId: string) {
  return api.analytics.linkDashboard.queryOptions({ input: { params: { ...scope, urlId }, query: { tz: ownTimeZone() } } })
}

/** The visitors of one link, latest first, a page at a time. */
export function visitorPages(scope: ProjectScope, urlId: string, query: TrafficQuery) {
  return api.analytics.visitors.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: { ...scope, urlId }, query: { ...query, limit: visitorsPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: keepPreviousData,
  })
}
