// Everything an organization has, as one archive: written, and read by another instance.
export { dataExportRoutes } from './data-export-routes.ts'
export { dataImportRoutes } from './data-import-routes.ts'
export { dataTransferJobs } from './data-transfer-jobs.ts'
export { endDownloads } from './export/end-downloads.ts'
