// Everything an organization has, as one archive: written, and read by another instance.
export { dataExportRoutes } from './data-export-routes.ts'
export { dataImportRoutes } from './data-import-routes.ts'
export { deleteExpiredExports, deleteExpiredExportsTask } from './export/delete-export.ts'
export { endDownloads } from './export/end-downloads.ts'
export { writeArchive, writeArchiveTask } from './export/write-archive.ts'
export { checkImport as checkDataImport } from './import/check-import.ts'
export { importData } from './import/import-data.ts'
