/** Finds the links of a project that may cost their owner earnings, and what is wrong with each. */

export { linkReportRoutes } from './link-report.ts'
