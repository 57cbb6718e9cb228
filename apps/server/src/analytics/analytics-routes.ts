import { inProjectCall, projectOwnerCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteLinkClicks, deleteProjectClicks } from './delete-clicks.ts'
import { exportClicks } from './export-clicks.ts'
import { findBreakdown } from './find-breakdown.ts'
import { findDashboard } from './find-dashboard.ts'
import { findLinkClicks } from './find-link-clicks.ts'
import { findLinkNumbers } from './find-link-numbers.ts'
import { findLinksTraffic } from './find-links-traffic.ts'
import { findOverview } from './find-overview.ts'
import { listVisitors } from './list-visitors.ts'
import type { LiveStreams } from './live-streams.ts'

const calls = inProjectCall.analytics

export function analyticsRoutes(deps: Deps, live: LiveStreams) {
  return {
    overview: calls.overview.handler(({ context, input }) => findOverview(deps, context.project, input.query)),
    dashboard: calls.dashboard.handler(({ context, input }) => findDashboard(deps, context.project, input.query)),
    linkClicks: calls.linkClicks.handler(({ context, input }) => findLinkClicks(deps, context.project, input.params.urlId, input.query)),
    linkDashboard: calls.linkDashboard.handler(({ context, input }) =>
      findLinkNumbers(deps, context.project, input.params.urlId, input.query),
    ),
    linksTraffic: calls.linksTraffic.handler(({ context, input }) => findLinksTraffic(deps, context.project, input.query)),
    breakdown: calls.breakdown.handler(({ context, input }) => findBreakdown(deps, context.project, input.query)),
    visitors: calls.visitors.handler(async ({ context, input }) => {
      const page = await listVisitors(deps, context.project, input.params.urlId, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.visitors }
    }),
    deleteLinkClicks: calls.deleteLinkClicks.handler(({ context, input }) => deleteLinkClicks(deps, context.project, input.params.urlId)),
    deleteProjectClicks: projectOwnerCall.analytics.deleteProjectClicks.handler(({ context }) =>
      deleteProjectClicks(deps, context.project),
    ),
    export: calls.export.handler(({ context, input }) => exportClicks(deps, context.project, input.query)),
    live: calls.live.handler(({ context, signal }) => live.open(context.project.id, context.person, signal)),
  }
}
