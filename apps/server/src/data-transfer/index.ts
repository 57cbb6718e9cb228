/**
 * Moves an organization to another instance in one archive. `format/` defines the archive's files. `export/` and
 * `import/` run as resumable jobs.
 */

export { dataTransferJobs } from './data-transfer-jobs.ts'
export { dataExportRoutes, revokeDownloads } from './export/exports.ts'
export { dataImportRoutes } from './import/imports.ts'
