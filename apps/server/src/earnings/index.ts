// What links earn: reports of retailers and postbacks of networks, joined to clicks, and their sums.
export { earningsRoutes, postbackRoutes } from './earnings-routes.ts'
export { checkEarningsImport } from './imports/check-import.ts'
export { checkEarningsImportTask } from './imports/create-import.ts'
export { importEarnings } from './imports/import-earnings.ts'
export { earningsImportRoutes } from './imports/import-routes.ts'
export { importEarningsTask } from './imports/start-import.ts'
export { matchEarnings, matchEarningsTask } from './matching/match-earnings.ts'
export { type AnnouncedSale, markSalesAnnounced, selectAnnouncedSales, selectOrganizationsWithNewSales } from './records/announce-table.ts'
