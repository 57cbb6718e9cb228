/**
 * Counts the bytes that organizations store, by kind, and enforces the limits of their plans. Triggers count each
 * statement that stores or deletes bytes.
 */

export { foldStoredBytes, storageJobs } from './fold-stored-bytes.ts'
export { hasStorageFor, requireExportStorage, requireStorage, sumBytesByKind, sumStoredBytes } from './stored-bytes.ts'
