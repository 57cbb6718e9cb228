import { inProjectCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findDashboard } from './find-dashboard.ts'
import { findLinkClicks } from './find-link-clicks.ts'
import { findOverview } from './find-overview.ts'

const calls = inProjectCall.analytics

export function analyticsRoutes(platform: Platform) {
  return {
    overview: calls.overview.handler(({ context, input }) => findOverview(platform, context.project, input.query.tz)),
    link: calls.link.handler(({ context, input }) => findLinkClicks(platform, context.project, input.params.urlId, input.query.tz)),
    dashboard: calls.dashboard.handler(({ context }) => findDashboard(platform, context.project)),
  }
}
