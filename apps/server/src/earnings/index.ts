// Earnings of links: reports of retailers and postbacks of networks, joined to clicks, and their sums.
export { earningsJobs } from './earnings-jobs.ts'
export { earningsRoutes, postbackRoutes } from './earnings-routes.ts'
export { earningsImportRoutes } from './imports/import-routes.ts'
export { endPostbackAddresses } from './postbacks/postback-address.ts'
export { getEarnings } from './reading/get-earnings.ts'
export { getEarningsBreakdown } from './reading/get-earnings-breakdown.ts'
export { type AnnouncedSale, markSalesAnnounced, selectAnnouncedSales, selectOrganizationsWithNewSales } from './records/announce-table.ts'
