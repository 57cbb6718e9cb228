/**
 * Imports files of all kinds: upload, check, start, batches, progress, the report of rejected rows, and deletion. A
 * module that imports files declares an `ImportKind` and routes; `import-kind.ts` lists what a new kind needs. An
 * operation takes the kind before the usual arguments: `(kind, deps, ctx, input)`.
 */

export { createFileParser } from './file-parser.ts'
export { importJobs } from './import-jobs.ts'
export {
  type ImportedThings,
  type ImportKind,
  type ImportTypes,
  type ParsedFile,
  toFileImport,
  toImportUndo,
  type UndoableKind,
} from './import-kind.ts'
export { createImport, deleteImport, getImport, getImportReport, listImportIssues, listImports, startImport } from './import-operations.ts'
export { type ImportedRow, type RowIssue, reportColumns, toIssueRows } from './issue-report.ts'
export { type CellSchema, cutHeading, readCsvFile, toCellIssues } from './read-csv-file.ts'
export { forecastUndo, undoImport, undoJob } from './undo-import.ts'
