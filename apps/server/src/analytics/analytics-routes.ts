import { inProjectCall, projectOwnerCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
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

export function analyticsRoutes(platform: Platform, live: LiveStreams) {
  return {
    overview: calls.overview.handler(({ context, input }) => findOverview(platform, context.project, input.query)),
    dashboard: calls.dashboard.handler(({ context, input }) => findDashboard(platform, context.project, input.query)),
    link: calls.link.handler(({ context, input }) => findLinkClicks(platform, context.project, input.params.urlId, input.query)),
    linkNumbers: calls.linkNumbers.handler(({ context, input }) =>
      findLinkNumbers(platform, context.project, input.params.urlId, input.query),
    ),
    links: calls.links.handler(({ context, input }) => findLinksTraffic(platform, context.project, input.query)),
    breakdown: calls.breakdown.handler(({ context, input }) => findBreakdown(platform, context.project, input.query)),
    visitors: calls.visitors.handler(async ({ context, input }) => {
      const page = await listVisitors(platform, context.project, input.params.urlId, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.visitors }
    }),
    deleteLinkClicks: calls.deleteLinkClicks.handler(({ context, input }) =>
      deleteLinkClicks(platform, context.project, input.params.urlId),
    ),
    deleteProjectClicks: projectOwnerCall.analytics.deleteProjectClicks.handler(({ context }) =>
      deleteProjectClicks(platform, context.project),
    ),
    exportClicks: calls.exportClicks.handler(({ context, input }) => exportClicks(platform, context.project, input.query)),
    live: calls.live.handler(({ context, signal }) => live.open(context.project.id, context.person, signal)),
  }
}
