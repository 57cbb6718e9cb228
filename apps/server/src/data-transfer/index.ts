/**
 * Moves an organization to another instance as one archive. `format/` defines its files, and `export/` and `import/`
 * are resumable jobs.
 */

export { dataTransferJobs } from './data-transfer-jobs.ts'
export { dataExportRoutes, revokeDownloads } from './export/exports.ts'
export { dataImportRoutes } from './import/imports.ts'
