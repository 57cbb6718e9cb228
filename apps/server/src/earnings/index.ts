// What links earn: reports of retailers, read and imported.
export { checkEarningsImport } from './imports/check-import.ts'
export { checkEarningsImportTask } from './imports/create-import.ts'
export { importEarnings } from './imports/import-earnings.ts'
export { earningsImportRoutes } from './imports/import-routes.ts'
export { importEarningsTask } from './imports/start-import.ts'
