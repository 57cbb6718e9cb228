import { keepPreviousData } from '@tanstack/react-query'
import { api, type Place } from '../../api.ts'
import { ownTimeZone } from '../../ui/dates.ts'
import type { TrafficQuery } from './analytics-filter.ts'

const visitorsPageSize = 20

/** Clicks and scans of one link by day; those of the days shown before stay until the answer is there. */
export function daysOfLink(place: Place, urlId: string, query: TrafficQuery) {
  return api.analytics.link.queryOptions({ input: { params: { ...place, urlId }, query }, placeholderData: keepPreviousData })
}

/** Clicks and visitors of one link. */
export function numbersOfLink(place: Place, urlId: string, query: TrafficQuery) {
  return api.analytics.linkNumbers.queryOptions({ input: { params: { ...place, urlId }, query }, placeholderData: keepPreviousData })
}

/** The same of all time. */
export function everOfLink(place: Place, urlId: string) {
  return api.analytics.linkNumbers.queryOptions({ input: { params: { ...place, urlId }, query: { tz: ownTimeZone() } } })
}

/** The visitors of one link, latest first, a page at a time. */
export function visitorPages(place: Place, urlId: string, query: TrafficQuery) {
  return api.analytics.visitors.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: { ...place, urlId }, query: { ...query, limit: visitorsPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: keepPreviousData,
  })
}
