// The operations that owners call. They are the same for every kind of import.
import { createHash } from 'node:crypto'
import { type FileImportId, type FileImportIssue, type FileImportIssueQuery, importIssueRowLength } from '@linkshelf/contract'
import { z } from 'zod'
import { fail, type Mutation, mutate, type ProjectContext, read, requireFeature } from '../access/index.ts'
import type { CsvFile } from '../platform/csv/csv-file.ts'
import { createPageCursor } from '../platform/page-cursor.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { requireStorage } from '../storage/index.ts'
import { enqueueImportJob } from './import-jobs.ts'
import type { ImportDeps, ImportKind, ImportRow, ImportTypes } from './import-kind.ts'
import {
  deleteImportRow,
  deleteIssues,
  deleteOldImports,
  insertImport,
  lockImportForUpdate,
  lockImportListForUpdate,
  selectImport,
  selectImports,
  selectIssues,
  selectUnfinishedImport,
  updateImport,
} from './import-table.ts'
import { createIssueReport, type IssueRow } from './issue-report.ts'

/**
 * Stores a file and enqueues a job that checks it. If an import of the same file has not ended, returns that import.
 * Throws UPLOAD_SPACE_EXHAUSTED.
 */
export async function createImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  { ids }: ImportDeps,
  ctx: ProjectContext,
  upload: File,
): Promise<T['result']> {
  const file = Buffer.from(await upload.arrayBuffer())
  const uploaded = {
    file,
    file_hash: createHash('sha256').update(file).digest('hex'),
    file_name: toFileName(upload.name) || kind.defaultFileName,
  }
  return mutate(ctx, toMutation(kind, 'create'), async (tx, change) => {
    await lockImportListForUpdate(tx, kind, ctx.project.id)
    const present = await selectUnfinishedImport(tx, kind, ctx.project.id, uploaded.file_hash)
    if (present === undefined) {
      await deleteOldImports(tx, kind, ctx.project.id)
      // A file that does not fit is never written. If it were written and rolled back, it would occupy disk space until
      // the next vacuum.
      await requireStorage(tx, ctx, 'imports', file.length)
    }
    const row = present ?? (await insertImport(tx, kind, ctx, { ...uploaded, id: ids.next<FileImportId>(), created_at: ctx.now }))
    if (present === undefined) await enqueueImportJob(tx, ctx, { task: kind.tasks.check, importId: row.id })
    change.entityId = row.id
    change.after = { file_name: row.file_name, file_hash: uploaded.file_hash }
    return kind.toResult(row)
  })
}

/** Shortens a name and removes its control characters. */
function toFileName(name: string): string {
  return name
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 200)
}

/**
 * Returns the imports of a kind, latest first. Like the other operations, throws NOT_FOUND if the feature that the kind
 * needs is switched off.
 */
export async function listImports<T extends ImportTypes>(kind: ImportKind<T>, ctx: ProjectContext): Promise<T['result'][]> {
  if (kind.requires) requireFeature(ctx.entitlements, kind.requires.feature)
  return (await read(ctx, (tx) => selectImports(tx, kind, ctx.project.id))).map((row) => kind.toResult(row))
}

/** Returns an import. Throws the kind's `notFound` error if it does not exist. */
export async function getImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  importId: FileImportId,
): Promise<T['result']> {
  return kind.toResult(await getImportRow(kind, ctx, importId))
}

/** PostgreSQL cannot store a NUL character, and a line is an integer of 32 bits. */
const issuePosition = z.object({ sheet: z.string().refine((name) => !name.includes('\0')), line: z.int32() })
const issueCursor = createPageCursor('import-issues', 1, issuePosition)

interface IssueList {
  issues: FileImportIssue[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists the rows that were rejected or only partly imported, in the order of sheets and lines. Throws the errors of
 * `getImport`, and REQUEST_INVALID if this function did not return the cursor.
 */
export async function listImportIssues<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  { importId, cursor, limit }: FileImportIssueQuery & { importId: FileImportId },
): Promise<IssueList> {
  const { id } = await getImportRow(kind, ctx, importId)
  const first = { sheet: '', line: 0 }
  const after = cursor === undefined ? first : (issueCursor.decode(cursor) ?? fail('REQUEST_INVALID', { issues: [{ path: 'cursor' }] }))
  // The query selects one row more than the page has. The extra row shows that there is a next page.
  const rows = await read(ctx, (tx) => selectIssues(tx, ctx.project.id, id, { after, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last ? issueCursor.encode({ sheet: last.sheet, line: last.line }) : undefined
  return { issues: page.map(toIssue), nextCursor }
}

function toIssue({ sheet, line, column_names: columns, reasons, cells }: IssueRow): FileImportIssue {
  const row = cells.filter((cell) => cell.trim() !== '').join(', ')
  return { sheet: sheet || null, line, columns, reasons, row: [...row].slice(0, importIssueRowLength).join('').toWellFormed() }
}

/** Returns the rows that were rejected or only partly imported, as a file. Throws the errors of `getImport`. */
export async function getImportReport<T extends ImportTypes>(
  kind: ImportKind<T>,
  { log }: ImportDeps,
  ctx: ProjectContext,
  importId: FileImportId,
): Promise<CsvFile> {
  const row = await getImportRow(kind, ctx, importId)
  return createIssueReport(log, row, (page) => read(ctx, (tx) => selectIssues(tx, ctx.project.id, importId, page)))
}

async function getImportRow<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  importId: FileImportId,
): Promise<ImportRow<T>> {
  if (kind.requires) requireFeature(ctx.entitlements, kind.requires.feature)
  return (await read(ctx, (tx) => selectImport(tx, kind, ctx.project.id, importId))) ?? fail(kind.notFound)
}

/**
 * Enqueues a job that imports a checked file. If the import is running, enqueues a new job, because its job may have
 * failed permanently. If the import is done or was undone, nothing changes. Throws the kind's `notFound` error if the
 * import does not exist, and the `notReady` error if it is not checked or has failed. Also throws the errors of
 * `kind.start`.
 */
export function startImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  { importId, input }: { importId: FileImportId; input: T['input'] },
): Promise<T['result']> {
  return mutate(ctx, toMutation(kind, 'start', importId), async (tx, change) => {
    const present = (await lockImportForUpdate(tx, kind, ctx.project.id, importId)) ?? fail(kind.notFound)
    if (present.state === 'checking' || present.state === 'failed') fail(kind.notReady)
    if (present.state !== 'ready' && present.state !== 'importing') return kind.toResult(present)

    const row = present.state === 'ready' ? await startReadyImport(tx, kind, ctx, { row: present, input }) : present
    await enqueueImportJob(tx, ctx, { task: kind.tasks.run, importId })
    change.after = { file_name: row.file_name, ...row.choices }
    return kind.toResult(row)
  })
}

async function startReadyImport<T extends ImportTypes>(
  tx: Tx,
  kind: ImportKind<T>,
  ctx: ProjectContext,
  started: { row: ImportRow<T>; input: T['input'] },
): Promise<ImportRow<T>> {
  const { id } = started.row
  const choices = await kind.start(tx, ctx, started)
  await deleteIssues(tx, ctx.project.id, id)
  return updateImport(tx, kind, ctx.project.id, id, { state: 'importing', choices, counts: kind.noCounts, processed_count: 0 })
}

/**
 * Deletes an import. A running import stops after its current batch. Imported data is removed only if the kind has
 * `removeData`. Throws the kind's `notFound` error if the import does not exist.
 */
export function deleteImport<T extends ImportTypes>(kind: ImportKind<T>, ctx: ProjectContext, importId: FileImportId): Promise<void> {
  return mutate(ctx, toMutation(kind, 'delete', importId), async (tx, change) => {
    const before = (await lockImportForUpdate(tx, kind, ctx.project.id, importId)) ?? fail(kind.notFound)
    change.before = { file_name: before.file_name, state: before.state, processed: before.processed_count, ...before.counts }
    await kind.removeData?.(tx, ctx, importId)
    await deleteImportRow(tx, ctx.project.id, importId)
  })
}

function toMutation<T extends ImportTypes>(
  { entity, requires }: ImportKind<T>,
  verb: 'create' | 'start' | 'delete',
  importId?: FileImportId,
): Mutation {
  return {
    action: `${entity}.${verb}`,
    entity,
    ...(importId && { entityId: importId }),
    ...(requires && { requires: requires.feature }),
  }
}
