// Numbers and charts: what the recorded clicks say.
export { analyticsRoutes } from './analytics-routes.ts'
export { keepClicksFor } from './click-retention.ts'
export { countDays } from './count-days.ts'
export { forgetProjectClicks, forgetProjectTask } from './delete-clicks.ts'
export { openLiveClicks } from './live-clicks.ts'
export { type LiveStreams, makeLiveStreams } from './live-streams.ts'
export { rebuildSums } from './rebuild-sums.ts'
