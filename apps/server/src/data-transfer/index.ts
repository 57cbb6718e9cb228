/**
 * Moves an organization to another instance as one archive. `format/` defines its files, and `export/` and `import/`
 * are resumable jobs.
 */

export { dataExportRoutes } from './data-export-routes.ts'
export { dataImportRoutes } from './data-import-routes.ts'
export { dataTransferJobs } from './data-transfer-jobs.ts'
export { revokeDownloads } from './export/revoke-downloads.ts'
