import { api, type Place } from '../../api.ts'
import { ownTimeZone } from '../../ui/dates.ts'

/** The numbers of a project, days cut in the reader's time zone. */
export function overview(place: Place) {
  return api.analytics.overview.queryOptions({ input: { params: place, query: { tz: ownTimeZone() } } })
}

/** Clicks of one link by day. */
export function clicksOfLink(place: Place, urlId: string) {
  return api.analytics.link.queryOptions({ input: { params: { ...place, urlId }, query: { tz: ownTimeZone() } } })
}
