// Numbers and charts: what the recorded clicks say.
export { analyticsRoutes } from './analytics-routes.ts'
export { keepClicksFor } from './click-retention.ts'
