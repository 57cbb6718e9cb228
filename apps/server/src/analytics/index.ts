/**
 * Answers every question about clicks and page views. `queries/` has the SQL of the screens' numbers, from rollups or,
 * with conditions, from single clicks; `rollups/` computes the daily rollups; `live/` streams changes to open screens;
 * `export/` writes CSV; `click-limit/` counts the clicks of a month that the plan shows; `deletion/` deletes clicks.
 */

export { analyticsJobs } from './analytics-jobs.ts'
export { analyticsRoutes } from './analytics-routes.ts'
export { analyticsViewRoutes } from './analytics-views.ts'
export { getClickUsage } from './click-limit/get-click-usage.ts'
export { setClickRetention } from './deletion/set-click-retention.ts'
export { getBreakdown } from './get-breakdown.ts'
export { getDashboard } from './get-dashboard.ts'
export { getLinkClicks } from './get-link-clicks.ts'
export { getLinksClicks } from './get-links-clicks.ts'
export { getOverview } from './get-overview.ts'
export { createLinkVisits } from './link-visits.ts'
export { openLiveClicks } from './live/live-clicks.ts'
export { createLiveStreams, type LiveStreams } from './live/live-streams.ts'
export { type FoundClick, queryClicksById } from './queries/clicks-by-id-query.ts'
export { queryUtcDayClicks } from './queries/utc-day-clicks-query.ts'
export { type Conditions, requestedConditions } from './requested-conditions.ts'
export { rebuildClickRollups } from './rollups/rebuild-rollups.ts'
export { findRollupProgress, type RollupProgress } from './rollups/rollup-progress-table.ts'
export { rollUpAllDaysTask, rollUpQueue, updateDailyRollups } from './rollups/update-daily-rollups.ts'
export { getLinksTraffic } from './traffic/get-links-traffic.ts'
export { getProductTraffic } from './traffic/get-product-traffic.ts'
export { getStoreTraffic } from './traffic/get-store-traffic.ts'
