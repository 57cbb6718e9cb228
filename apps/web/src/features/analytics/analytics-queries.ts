import { api, type Place } from '../../api.ts'
import { ownTimeZone } from '../../ui/dates.ts'

/** A click is on screen within three seconds while the page is visible; nothing is asked while it is not. */
const liveRefetchMs = 1_000

/** The numbers of a project, days cut in the reader's time zone. */
export function overview(place: Place) {
  return api.analytics.overview.queryOptions({
    input: { params: place, query: { tz: ownTimeZone() } },
    refetchInterval: whileItAnswers,
  })
}

/** Clicks of one link by day. `isLive` keeps asking. */
export function clicksOfLink(place: Place, urlId: string, { isLive }: { isLive: boolean }) {
  return api.analytics.link.queryOptions({
    input: { params: { ...place, urlId }, query: { tz: ownTimeZone() } },
    refetchInterval: isLive ? whileItAnswers : false,
  })
}

/** What has never been answered is asked again by whoever reads it: their button must not come and go every second. */
function whileItAnswers({ state }: { state: { data: unknown; errorUpdateCount: number } }): number | false {
  return state.data === undefined && state.errorUpdateCount > 0 ? false : liveRefetchMs
}
