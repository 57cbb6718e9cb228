import { api, type ProjectScope } from '../../api.ts'
import { ownTimeZone } from '../../ui/dates.ts'

/** The numbers of a project, days cut in the reader's time zone. */
export function overview(scope: ProjectScope) {
  return api.analytics.overview.queryOptions({ input: { params: scope, query: { tz: ownTimeZone() } } })
}

/** Clicks of one link by day. */
export function clicksOfLink(scope: ProjectScope, urlId: string) {
  return api.analytics.linkClicks.queryOptions({ input: { params: { ...scope, urlId }, query: { tz: ownTimeZone() } } })
}
