// Analytics: queries on the recorded clicks, their rollups, live updates and exports.
export { analyticsRoutes } from './analytics-routes.ts'
export { purgeProjectClicks, purgeProjectClicksTask } from './delete-project-clicks.ts'
export { openLiveClicks } from './live/live-clicks.ts'
export { createLiveStreams, type LiveStreams } from './live/live-streams.ts'
export { rebuildClickRollups } from './rollups/rebuild-rollups.ts'
export { reconcileClickRollups, reconcileClickRollupsTask } from './rollups/reconcile-click-rollups.ts'
export { updateDailyRollups } from './rollups/update-daily-rollups.ts'
export { setClickRetention } from './set-click-retention.ts'
