/** Finds the links of a project that can cost their owner earnings, and the problems of each link. */

export { linkReportRoutes } from './link-report.ts'
