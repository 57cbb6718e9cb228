import {
  type AuditAction,
  type AuditEntity,
  type ErrorCode,
  type Feature,
  type FileImport,
  type FileImportId,
  type FileImportState,
  fileImportId,
  type ImportUndo,
  type KeptByUndo,
  organizationId,
  projectId,
} from '@linkshelf/contract'
import { z } from 'zod'
import type { Change, ProjectContext } from '../access/index.ts'
import type { CoreDeps, ForeignFileDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import type { ParserModule } from '../platform/process/confined/parser-messages.ts'
import type { ImportedRow, IssueRow } from './issue-report.ts'

export type ImportDeps = ForeignFileDeps

/**
 * A file whose rows are parsed. The same file always gives the same rows, so that an import can resume at a row number.
 */
export interface ParsedFile<Row extends Pick<ImportedRow, 'line'> = Pick<ImportedRow, 'line'>> {
  /** The line with the column names. */
  header: string[]
  /** Columns that are neither imported nor part of a report. */
  ignoredColumns: string[]
  rows: Row[]
}

/**
 * Batches that a file parser yields: either one error message, if no row can be imported, or the file's head followed
 * by all rows.
 */
export type FileBatch<File extends ParsedFile> = { failure: string } | { head: Omit<File, 'rows'> } | { rows: File['rows'] }

/**
 * The types that differ between kinds of import. Values of these types are stored as JSON or returned by the API,
 * except `file`, `settings` and `input`.
 */
export interface ImportTypes {
  file: ParsedFile
  /** Plain data that the parser gets together with the file. */
  settings: unknown
  /** The body of the call that starts an import. */
  input: object
  /** The results of the check, except the counts. */
  details: object
  /** The choices that the owner made when the import started. */
  choices: object
  counts: Record<string, number>
  result: FileImport
}

/** A stored import without its file. */
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
  /** The number of rows that were imported or rejected. A running import resumes after them. */
  processed_count: number
  created_at: Date
  finished_at: Date | null
  /** Null unless the import is being undone or is undone. */
  undo: UndoProgress | null
}

/** What an undo has done. A killed undo resumes after `position`. */
export interface UndoProgress extends ImportUndo {
  /** The kind of things that the undo is deleting, and the id of the last thing that it has handled. */
  position: { kind: KeptByUndo['kind']; after: string } | null
}

/** For undos of imports. */
export interface UndoDeps extends CoreDeps {
  visits: {
    /** Returns the given links that have clicks. Queries another system, so no transaction may wait for it. */
    findClicked(ctx: ProjectContext, linkIds: readonly string[]): Promise<ReadonlySet<string>>
  }
}

/** Links or products that an import created, and that its undo deletes. */
export interface ImportedThings {
  kind: KeptByUndo['kind']
  /**
   * Returns the given things that exist. If `isLocking` is true, locks them until the transaction ends. The given
   * products will be deleted, so their links do not count as used by them.
   */
  examine(
    tx: Tx,
    ctx: ProjectContext,
    ids: readonly string[],
    { deletedProducts, isLocking }: { deletedProducts: readonly string[]; isLocking: boolean },
  ): Promise<ExaminedThing[]>
  /** Deletes the given things, which are locked. The change lists them. */
  delete(tx: Tx, ctx: ProjectContext, ids: readonly string[], change: Change): Promise<void>
  /** Runs after the given things were deleted, or had been deleted before the undo. */
  release?(tx: Tx, ids: readonly string[]): Promise<void>
}

export interface ExaminedThing {
  id: string
  name: string
  /** Why the thing stays. Undefined if it is deleted, unless it has clicks. */
  reason: 'changed' | 'used' | undefined
}

/** The effects of an import on some rows. After a check, these are the expected effects. */
export interface ImportEffects<T extends ImportTypes> {
  counts: T['counts']
  /** The rows that were rejected or only partly imported. */
  issues: IssueRow[]
}

/**
 * The properties and steps that differ between kinds of import. The module that owns the imported data declares them.
 * All kinds share two tables, so a new kind needs no migration. A new kind needs:
 * - in the contract, its calls (`makeFileImportCalls`) and two error codes; the compiler reports missing ones
 * - audit actions of its entity, with their sentences; the compiler reports them too
 * - descriptions and an example of its calls; the tests of the API reference fail without them
 * - its routes in `api/api-calls.ts` and a body in `test/every-operation.ts`; every-call.test.ts fails without them
 * - `importJobs(kind, deps)` among the jobs of its module; jobs.test.ts fails without it
 * - its reader in foreign-text.test.ts, and in the dashboard an `ImportKind` with a button that opens it; nothing
 *   reports it if they are missing
 */
export interface ImportKind<T extends ImportTypes> {
  /** The value of the column `kind`. This value and the names of the jobs must never change. */
  kind: string
  /**
   * The entity in the audit log. `data_import` is excluded, because importing an archive is not a kind of file import.
   */
  entity: Exclude<Extract<AuditEntity, `${string}_import`>, 'data_import'>
  notFound: ErrorCode
  notReady: ErrorCode
  tasks: { check: string; run: string }
  /**
   * The feature that every call requires. If the feature is switched off before an import ends, the import fails with
   * this message.
   */
  requires?: { feature: Feature; failure: string }
  /** The file name of an import if the upload has none. */
  defaultFileName: string
  /** Maximum number of imports that a project stores. A new import replaces the oldest import that is not running. */
  maxStored: number
  /**
   * If given, completed imports do not count toward `maxStored`, and only their owner deletes them. After 30 days their
   * report is deleted; `deleteReport` is the audit action of this deletion.
   */
  keepsDone?: { deleteReport: AuditAction }
  /**
   * Maximum number of rows in one transaction. The transaction locks the data that it writes, so owners' changes wait
   * for it.
   */
  batchRows: number
  noCounts: T['counts']

  /** Parses a file in a confined process, once for the check and again for the import. */
  parser: ParserModule<T['settings'], FileBatch<T['file']>>
  toSettings(row: ImportRow<T>): T['settings']
  /** Returns what an import of the file would do at present. */
  plan(deps: ImportDeps, ctx: ProjectContext, file: T['file']): Promise<ImportEffects<T> & { details: T['details'] }>
  /** Returns the choices that the import starts with. Throws if the input is not valid or a quota is used up. */
  start(tx: Tx, ctx: ProjectContext, started: { row: ImportRow<T>; input: T['input'] }): Promise<T['choices']>
  /**
   * Writes rows of the file. The audit entry stores `after` if it is returned. Otherwise it stores the file name, the
   * first and last line numbers, and the counts.
   */
  write(tx: Tx, deps: ImportDeps, ctx: ProjectContext, batch: ImportBatch<T>): Promise<ImportEffects<T> & { after?: object }>
  /**
   * Removes the data that an import wrote, before the import is deleted. If a kind has no `removeData`, this data
   * stays.
   */
  removeData?(tx: Tx, ctx: ProjectContext, importId: FileImportId): Promise<void>
  /**
   * If given, an import of this kind can be undone. `task` is the name of the job. `things` are deleted in their order:
   * products come before their links, so that the products' use of the links ends.
   */
  undo?: { task: string; actions: { start: AuditAction; rows: AuditAction }; things: readonly ImportedThings[] }
  toResult(row: ImportRow<T>): T['result']
}

/** A kind of import that can be undone. */
export type UndoableKind<T extends ImportTypes> = ImportKind<T> & Required<Pick<ImportKind<T>, 'undo'>>

/** The payload of the jobs about an import. */
export const importJob = z.object({ organizationId, projectId, importId: fileImportId })

export interface ImportBatch<T extends ImportTypes> {
  /** The import as it was before these rows. */
  before: ImportRow<T> & { choices: T['choices'] }
  rows: T['file']['rows']
}

/** Returns the fields that the API has for all kinds. */
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

/** Returns the field that the API has for kinds of imports that can be undone. */
export function toImportUndo({ undo }: Pick<ImportRow<ImportTypes>, 'undo'>): { undo: ImportUndo | null } {
  if (undo === null) return { undo }
  const { position: _, ...result } = undo
  return { undo: result }
}
