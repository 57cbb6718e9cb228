import type { AuditGroup, BotFilter, BreakdownKind, EarningsTotals, earnedBreakdowns, LinksClicks } from '@linkshelf/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { keepPrevious } from '../../ui/states/keep-previous.ts'
import type { Conditions } from './conditions/url-conditions.ts'
import { loadLinkNumbers, loadProductNumbers } from './numbers-batch.ts'

/** If `from`, `to` and `range` are missing, the organization's default date range applies. */
interface AnalyticsRange extends Conditions {
  tz: string
  from?: string
  to?: string
  range?: 'all'
  bots?: BotFilter
}

/** Polling interval while clicks are being deleted. */
const deletionPollMs = 2_000
const pollDeletion = ({ state }: { state: { data?: { deletion?: 'running' | undefined } | undefined } }) =>
  state.data?.deletion === undefined ? false : deletionPollMs

/** The maximum number of rows of a breakdown. */
export const breakdownLimit = 1_000

const visitorsPageSize = 20
/** Maximum number of changes that are marked in a chart. The latest changes are marked. */
const maxMarkedChanges = 100

/** Returns clicks by day and the top performing links. */
export function overviewQuery(scope: ProjectScope, range: AnalyticsRange = createDefaultRange()) {
  return api.analytics.overview.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.analytics.overview.key({ input: { params: scope } })),
  })
}

/** Returns clicks by hour, of at most two days. */
export function hourlyClicksQuery(scope: ProjectScope, range: AnalyticsRange) {
  return api.analytics.hourlyClicks.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.analytics.hourlyClicks.key({ input: { params: scope, query: { url_id: range.url_id } } })),
  })
}

/**
 * Returns the changes in a range that can have affected clicks, latest first. Without conditions and `group`, these are
 * the changes of the whole project. Conditions limit them to links, and `group` limits them to one group of actions.
 */
export function markedChangesQuery(
  { orgId, projectId }: ProjectScope,
  { tz, from, to, url_id, label }: AnalyticsRange,
  group?: AuditGroup,
) {
  const query = { marked: 'true', group, project_id: projectId, tz, from, to, url_id, label, limit: maxMarkedChanges }
  return api.auditLogs.list.queryOptions({ input: { params: { orgId }, query }, select: ({ body }) => body })
}

/** Returns clicks, visitors and countries. */
export function dashboardQuery(scope: ProjectScope, range: AnalyticsRange = createDefaultRange()) {
  return api.analytics.dashboard.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.analytics.dashboard.key({ input: { params: scope } })),
    refetchInterval: pollDeletion,
  })
}

/** Returns clicks and scans of a link by day. */
export function linkClicksQuery(scope: ProjectScope, urlId: string, range: AnalyticsRange = createDefaultRange()) {
  const params = { ...scope, urlId }
  return api.analytics.linkClicks.queryOptions({
    input: { params, query: range },
    placeholderData: keepPrevious(api.analytics.linkClicks.key({ input: { params } })),
  })
}

/** Returns clicks of a link by address, in the organization's default date range. */
export function addressClicksQuery(scope: ProjectScope, urlId: string) {
  return api.analytics.addressClicks.queryOptions({ input: { params: { ...scope, urlId }, query: createDefaultRange() } })
}

/**
 * Returns clicks by day and earnings of one link in a list, in the organization's default date range. The links of a
 * page share one call.
 */
export function listedLinkQuery(scope: ProjectScope, urlId: string) {
  const range = createDefaultRange()
  return queryOptions({
    queryKey: [...api.analytics.linksClicks.key({ input: { params: scope, query: range } }), urlId],
    queryFn: () => loadLinkNumbers(scope, range, urlId),
  })
}

/**
 * Returns clicks, click-through and earnings of one product in a list, in the organization's default date range. The
 * products of a page share one call. A product that is moved to another page keeps its loaded numbers.
 */
export function productNumbersQuery(scope: ProjectScope, productId: string) {
  const range = createDefaultRange()
  return queryOptions({
    queryKey: [...api.analytics.products.key({ input: { params: scope, query: range } }), productId],
    queryFn: () => loadProductNumbers(scope, range, productId),
  })
}

/** Returns clicks, visitors and countries of a link. */
export function linkDashboardQuery(scope: ProjectScope, urlId: string, range: AnalyticsRange) {
  const params = { ...scope, urlId }
  return api.analytics.linkDashboard.queryOptions({
    input: { params, query: range },
    placeholderData: keepPrevious(api.analytics.linkDashboard.key({ input: { params } })),
    refetchInterval: pollDeletion,
  })
}

/** Returns clicks, visitors and countries of a link since it was created. */
export function linkTotalsQuery(scope: ProjectScope, urlId: string) {
  return linkDashboardQuery(scope, urlId, { ...createDefaultRange(), range: 'all' })
}

/** Returns how many visits to the project's links came from bots. No other number includes these visits. */
export function botVisitsQuery(scope: ProjectScope) {
  return api.analytics.dashboard.queryOptions({ input: { params: scope, query: { tz: getBrowserTimeZone(), bots: 'only' } } })
}

/** Returns clicks and visitors of each link; at most 100 links. */
export function linksTrafficQuery(scope: ProjectScope, range: AnalyticsRange, urlIds: readonly string[]) {
  return api.analytics.linksTraffic.queryOptions({ input: { params: scope, query: { ...range, url_ids: urlIds.join(',') } } })
}

/** Returns views, visitors and clicks of a store, by day and by product. */
export function storeTrafficQuery(scope: ProjectScope, range: AnalyticsRange = createDefaultRange()) {
  return api.analytics.store.queryOptions({
    input: { params: scope, query: range },
    placeholderData: keepPrevious(api.analytics.store.key({ input: { params: scope } })),
  })
}

/** Returns views, visitors and clicks of a product, by day. */
export function productTrafficQuery(scope: ProjectScope, productId: string, range: AnalyticsRange = createDefaultRange()) {
  const params = { ...scope, productId }
  return api.analytics.product.queryOptions({
    input: { params, query: range },
    placeholderData: keepPrevious(api.analytics.product.key({ input: { params } })),
  })
}

/** Returns clicks by one property. */
export function breakdownQuery(scope: ProjectScope, range: AnalyticsRange, by: BreakdownKind) {
  return api.analytics.breakdown.queryOptions({
    input: { params: scope, query: { ...range, by, limit: breakdownLimit } },
    placeholderData: keepPrevious(api.analytics.breakdown.key({ input: { params: scope, query: { by } } })),
  })
}

/** Returns the earnings by one property by which clicks are broken down too, most earned first. */
export function earnedBreakdownQuery(scope: ProjectScope, range: AnalyticsRange, by: (typeof earnedBreakdowns)[number]) {
  return api.earnings.breakdown.queryOptions({
    input: { params: scope, query: { ...range, by, limit: breakdownLimit } },
    placeholderData: keepPrevious(api.earnings.breakdown.key({ input: { params: scope, query: { by } } })),
  })
}

/** Returns the earnings of each link in a range, by link id; at most 100 links. Links without earnings are missing. */
export function linksEarnedQuery(scope: ProjectScope, { tz, from, to }: AnalyticsRange, urlIds: readonly string[]) {
  return api.analytics.linksClicks.queryOptions({
    input: { params: scope, query: { tz, from, to, url_ids: urlIds.join(',') } },
    enabled: urlIds.length > 0,
    select: mapTotalsByLink,
  })
}

function mapTotalsByLink({ links }: LinksClicks): ReadonlyMap<string, readonly EarningsTotals[]> {
  return new Map(links.flatMap(({ url_id, totals }) => (totals.length === 0 ? [] : [[url_id, totals]])))
}

/** Returns the visitors of a link, latest first. */
export function visitorsQuery(scope: ProjectScope, urlId: string, range: AnalyticsRange) {
  const params = { ...scope, urlId }
  return api.analytics.visitors.infiniteOptions({
    input: (cursor: string | undefined) => ({ params, query: { ...range, limit: visitorsPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
    placeholderData: keepPrevious(api.analytics.visitors.key({ input: { params } })),
  })
}

function createDefaultRange(): AnalyticsRange {
  return { tz: getBrowserTimeZone() }
}

/** Returns the organization's clicks of this month, and how many of them the plan shows. */
export function clickUsageQuery(orgId: string) {
  return api.analytics.usage.queryOptions({ input: { params: { orgId } } })
}
