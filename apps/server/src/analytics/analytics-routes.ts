import { inProjectCall, projectOwnerCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteLinkClicks } from './delete-link-clicks.ts'
import { deleteProjectClicks } from './delete-project-clicks.ts'
import { exportAnalytics } from './export/export-analytics.ts'
import { getBreakdown } from './get-breakdown.ts'
import { getDashboard } from './get-dashboard.ts'
import { getLinkClicks } from './get-link-clicks.ts'
import { getLinkDashboard } from './get-link-dashboard.ts'
import { getLinksTraffic } from './get-links-traffic.ts'
import { getOverview } from './get-overview.ts'
import { listVisitors } from './list-visitors.ts'
import type { LiveStreams } from './live/live-streams.ts'

const calls = inProjectCall.analytics

export function analyticsRoutes(deps: Deps, live: LiveStreams) {
  return {
    overview: calls.overview.handler(({ context, input }) => getOverview(deps, context.project, input.query)),
    dashboard: calls.dashboard.handler(({ context, input }) => getDashboard(deps, context.project, input.query)),
    linkClicks: calls.linkClicks.handler(({ context, input }) => getLinkClicks(deps, context.project, input.params.urlId, input.query)),
    linkDashboard: calls.linkDashboard.handler(({ context, input }) =>
      getLinkDashboard(deps, context.project, input.params.urlId, input.query),
    ),
    linksTraffic: calls.linksTraffic.handler(({ context, input }) => getLinksTraffic(deps, context.project, input.query)),
    breakdown: calls.breakdown.handler(({ context, input }) => getBreakdown(deps, context.project, input.query)),
    visitors: calls.visitors.handler(async ({ context, input }) => {
      const page = await listVisitors(deps, context.project, input.params.urlId, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.visitors }
    }),
    deleteLinkClicks: calls.deleteLinkClicks.handler(({ context, input }) => deleteLinkClicks(deps, context.project, input.params.urlId)),
    deleteProjectClicks: projectOwnerCall.analytics.deleteProjectClicks.handler(({ context }) =>
      deleteProjectClicks(deps, context.project),
    ),
    export: calls.export.handler(({ context, input }) => exportAnalytics(deps, context.project, input.query)),
    live: calls.live.handler(({ context, signal }) => live.open(context.project.id, context.person, signal)),
  }
}
