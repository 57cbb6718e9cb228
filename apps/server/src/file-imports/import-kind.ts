import type { AuditAction, AuditEntity, ErrorCode, Feature, FileImport, FileImportId, FileImportState } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'
import type { ForeignFileDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { ParserModule } from '../platform/process/confined/parser-messages.ts'
import type { ImportedRow, IssueRow } from './issue-report.ts'

export type ImportDeps = ForeignFileDeps

/** A file whose rows are parsed. The same file always leads to the same rows, so an import resumes by their number. */
export interface ParsedFile<Row extends Pick<ImportedRow, 'line'> = Pick<ImportedRow, 'line'>> {
  /** The line that names the columns. */
  header: string[]
  /** Columns that are neither imported nor part of a report. */
  ignoredColumns: string[]
  rows: Row[]
}

/** A parser of files yields either a sentence why none of the file can be imported, or its head and then all rows. */
export type FileBatch<File extends ParsedFile> = { failure: string } | { head: Omit<File, 'rows'> } | { rows: File['rows'] }

/** The types of one kind of import. All but the first three are stored as JSON or returned by the API. */
export interface ImportTypes {
  file: ParsedFile
  /** Plain data that the parser gets beside the file. */
  settings: unknown
  /** The body of the call that starts an import. */
  input: object
  /** The findings of the check, beside the counts. */
  details: object
  /** The settings that the import was started with. */
  choices: object
  counts: Record<string, number>
  result: FileImport
}

/** A stored import, without its file. */
export interface ImportRow<T extends ImportTypes> {
  id: FileImportId
  file_name: string
  state: FileImportState
  failure: string | null
  header: string[]
  ignored_columns: string[]
  /** Null until the file is checked. */
  details: T['details'] | null
  /** Null until the import is started. */
  choices: T['choices'] | null
  counts: T['counts']
  row_count: number
  /** Rows that are imported or rejected: where a running import resumes. */
  processed_count: number
  created_at: Date
  finished_at: Date | null
}

/** The effects of an import on some rows: those that it would have, or has had. */
export interface ImportEffects<T extends ImportTypes> {
  counts: T['counts']
  /** The rows that were rejected, or imported in part. */
  issues: IssueRow[]
}

/**
 * The properties and steps of an import that differ between kinds: the module whose data it brings declares them. All
 * kinds share two tables, so a new kind needs no migration. It needs:
 * - in the contract, its calls (`fileImportCalls`) and two error codes, which the compiler asks for;
 * - audit actions of its entity with their sentences, which the compiler asks for;
 * - descriptions and an example of its calls, which the tests of the API reference ask for;
 * - its routes in `api/api-calls.ts` and a body in `test/every-operation.ts`, which every-call.test.ts asks for;
 * - `importJobs(kind, deps)` among the jobs of its module, which jobs.test.ts asks for;
 * - its reader in foreign-text.test.ts, and in the dashboard an `ImportKind` with a button that opens it: neither the
 *   compiler nor a test asks for these.
 */
export interface ImportKind<T extends ImportTypes> {
  /** The value of the column `kind`. It never changes, and neither do the names of the jobs. */
  kind: string
  /** The entity of the audit log. An import of an archive is of no kind. */
  entity: Exclude<Extract<AuditEntity, `${string}_import`>, 'data_import'>
  notFound: ErrorCode
  notReady: ErrorCode
  tasks: { check: string; run: string }
  /** Every call needs this feature. An import that has not ended fails with this sentence when it is switched off. */
  requires?: { feature: Feature; failure: string }
  /** The name of a file that was uploaded without one. */
  defaultFileName: string
  /** A project stores this many imports; a further one replaces the oldest that is not running. */
  maxStored: number
  /**
   * Imports that are done count toward no limit, and stay until their owner deletes them. After 30 days their report is
   * deleted under this name in the audit log.
   */
  keepsDone?: { deleteReport: AuditAction }
  /** A transaction has this many rows. It locks the data that it writes, so owners wait for it. */
  batchRows: number
  noCounts: T['counts']

  /** Parses a file at its check, and again at its import, in a confined process. */
  parser: ParserModule<T['settings'], FileBatch<T['file']>>
  toSettings(row: ImportRow<T>): T['settings']
  /** Returns what an import of the file would do now. */
  plan(deps: ImportDeps, ctx: ProjectContext, file: T['file']): Promise<ImportEffects<T> & { details: T['details'] }>
  /** Returns what to start the import with. Throws when the input can't be accepted, or a quota is used up. */
  start(tx: Tx, ctx: ProjectContext, started: { row: ImportRow<T>; input: T['input'] }): Promise<T['choices']>
  /** Writes rows of the file. `after` is stored in the audit log instead of the lines and the counts. */
  write(tx: Tx, deps: ImportDeps, ctx: ProjectContext, batch: ImportBatch<T>): Promise<ImportEffects<T> & { after?: object }>
  /** Removes the data that an import brought, before the import is deleted. Without it, that data stays. */
  undo?(tx: Tx, ctx: ProjectContext, importId: FileImportId): Promise<void>
  toResult(row: ImportRow<T>): T['result']
}

export interface ImportBatch<T extends ImportTypes> {
  /** The import before these rows. */
  before: ImportRow<T> & { choices: T['choices'] }
  rows: T['file']['rows']
}

/** Returns the fields that the API has for every kind. */
export function toFileImport(row: ImportRow<ImportTypes>): FileImport {
  return {
    import_id: row.id,
    file_name: row.file_name,
    state: row.state,
    failure: row.failure,
    rows: row.row_count,
    processed: row.processed_count,
    ignored_columns: row.ignored_columns,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
