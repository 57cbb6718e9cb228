/**
 * Has the common parts of imports of files: the upload, the jobs that check and import it in batches, and the report
 * of rejected rows.
 */

export { enqueueImportJob, openImportJob } from './import-jobs.ts'
export { type IssueRow, issueReport, reportColumns } from './issue-report.ts'
export { issueTable, type StoredIssue } from './issue-table.ts'
export { readCsvRows } from './read-csv-rows.ts'
export { readUpload } from './read-upload.ts'
export { runBatches } from './run-batches.ts'
