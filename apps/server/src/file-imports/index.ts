/**
 * Imports files of every kind: upload, check, start, batches, progress, report of rejected rows, and deletion. A module
 * that imports a kind declares an `ImportKind` and its routes; `import-kind.ts` lists what a new kind needs. An
 * operation takes the kind before the arguments that all operations take: `(kind, deps, ctx, input)`.
 */

export { createFileParser } from './file-parser.ts'
export { importJobs } from './import-jobs.ts'
export {
  type ImportKind,
  type ImportTypes,
  type ParsedFile,
  toFileImport,
} from './import-kind.ts'
export { createImport, deleteImport, getImport, getImportReport, listImports, startImport } from './import-operations.ts'
export { type ImportedRow, type RowIssue, reportColumns, toIssueRows } from './issue-report.ts'
export { type CellSchema, cutHeading, readCsvFile, toCellIssues } from './read-csv-file.ts'
