import { organizationCall, projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { getClickUsage } from './click-limit.ts'
import { deleteLinkClicks, deleteProjectClicks } from './delete-clicks.ts'
import { exportAnalytics } from './export/export-analytics.ts'
import { type FindVideoNames, getBreakdown } from './get-breakdown.ts'
import { type FindLinkTotals, getHourlyClicks, getLinksNumbers, getRecentClicks } from './get-clicks.ts'
import { getDashboard, getOverview } from './get-overview.ts'
import { getLinksTraffic, getProductTraffic, getStoreTraffic } from './get-traffic.ts'
import { getAddressClicks, getLinkClicks, getLinkDashboard, listVisitors } from './link-analytics.ts'
import type { LiveStreams } from './live/live-streams.ts'
import { getProductNumbers } from './product-numbers.ts'

const calls = projectCall.analytics

interface OtherModules {
  findVideoNames: FindVideoNames
  findLinkTotals: FindLinkTotals
}

export function analyticsRoutes(deps: Deps, live: LiveStreams, { findVideoNames, findLinkTotals }: OtherModules) {
  return {
    usage: organizationCall.analytics.usage.handler(({ context: { ctx } }) => getClickUsage(deps, ctx)),
    overview: calls.overview.handler(({ context: { ctx }, input }) => getOverview(deps, ctx, input.query)),
    dashboard: calls.dashboard.handler(({ context: { ctx }, input }) => getDashboard(deps, ctx, input.query)),
    hourlyClicks: calls.hourlyClicks.handler(({ context: { ctx }, input }) => getHourlyClicks(deps, ctx, input.query)),
    linkClicks: calls.linkClicks.handler(({ context: { ctx }, input }) =>
      getLinkClicks(deps, ctx, { ...input.query, linkId: input.params.urlId }),
    ),
    linkDashboard: calls.linkDashboard.handler(({ context: { ctx }, input }) =>
      getLinkDashboard(deps, ctx, { ...input.query, linkId: input.params.urlId }),
    ),
    addressClicks: calls.addressClicks.handler(({ context: { ctx }, input }) =>
      getAddressClicks(deps, ctx, { ...input.query, linkId: input.params.urlId }),
    ),
    linksClicks: calls.linksClicks.handler(({ context: { ctx }, input }) => getLinksNumbers({ ...deps, findLinkTotals }, ctx, input.query)),
    linksTraffic: calls.linksTraffic.handler(({ context: { ctx }, input }) => getLinksTraffic(deps, ctx, input.query)),
    breakdown: calls.breakdown.handler(({ context: { ctx }, input }) => getBreakdown({ ...deps, findVideoNames }, ctx, input.query)),
    visitors: calls.visitors.handler(async ({ context: { ctx }, input }) => {
      const page = await listVisitors(deps, ctx, { ...input.query, linkId: input.params.urlId })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.visitors }
    }),
    recentClicks: calls.recentClicks.handler(({ context: { ctx }, input }) => getRecentClicks(deps, ctx, input.query.limit)),
    store: calls.store.handler(({ context: { ctx }, input }) => getStoreTraffic(deps, ctx, input.query)),
    products: calls.products.handler(({ context: { ctx }, input }) => getProductNumbers({ ...deps, findLinkTotals }, ctx, input.query)),
    product: calls.product.handler(({ context: { ctx }, input }) =>
      getProductTraffic(deps, ctx, { ...input.query, productId: input.params.productId }),
    ),
    deleteLinkClicks: calls.deleteLinkClicks.handler(({ context: { ctx }, input }) => deleteLinkClicks(ctx, input.params.urlId)),
    deleteProjectClicks: calls.deleteProjectClicks.handler(({ context: { ctx } }) => deleteProjectClicks(ctx)),
    export: calls.export.handler(({ context: { ctx }, input }) => exportAnalytics({ ...deps, findVideoNames }, ctx, input.query)),
    live: calls.live.handler(({ context: { ctx }, signal }) => live.open(ctx.project.id, ctx.actor, signal)),
  }
}
