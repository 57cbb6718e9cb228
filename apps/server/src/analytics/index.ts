/**
 * Computes all numbers of clicks and page views. `queries/` has the SQL of the numbers on screen, from rollups or, if
 * there are conditions, from single clicks. `rollups/` computes the daily rollups, and `deletions/` deletes clicks.
 * `live/` streams changes to open screens. `export/` writes CSV.
 */

export { analyticsJobs } from './analytics-jobs.ts'
export { analyticsRoutes } from './analytics-routes.ts'
export { analyticsViewRoutes } from './analytics-views.ts'
export { getClickUsage } from './click-limit.ts'
export { getClickRetentionMonths } from './click-retention.ts'
export { createLinkVisits } from './create-link-visits.ts'
export { leaveOutDeleted } from './deletions/deleted-rows.ts'
export { rebuildClickRollups } from './deletions/reconcile-click-rollups.ts'
export { deleteClicksAgain, type RepeatedClickDeletion, recordClickDeletions } from './deletions/repeat-click-deletions.ts'
export { type FindVideoNames, getBreakdown, toDomainTitle } from './get-breakdown.ts'
export { getClicksByDay, getLinksClicks } from './get-clicks.ts'
export { getDashboard, getOverview } from './get-overview.ts'
export { getLinksTraffic, getProductTraffic, getStoreTraffic } from './get-traffic.ts'
export { getLinkClicks } from './link-analytics.ts'
export { createLiveStreams, type LiveStreams, openLiveClicks } from './live/live-streams.ts'
export { createProductNumberQueries } from './product-numbers.ts'
export type { Conditions } from './queries/click-conditions.ts'
export { findClickScope } from './queries/click-scope.ts'
export { queryFirstClicks, queryUtcDayClicks, queryUtcDayOrigins } from './queries/link-clicks-query.ts'
export type { ProjectQueryContext } from './queries/run-query.ts'
export { type FoundClick, queryClicksById } from './queries/single-clicks-query.ts'
export { findFirstDay, parseRequestedConditions, parseRequestedRange, toShownDay } from './requested-filter.ts'
export { computeFirstCompleteDay } from './rollups/outdated-days.ts'
export { findRollupProgress, type RollupProgress } from './rollups/rollup-progress-table.ts'
export { rollUpAllDaysTask, rollUpQueue, updateDailyRollups } from './rollups/update-daily-rollups.ts'
