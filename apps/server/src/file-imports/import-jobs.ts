import type { FileImportId } from '@linkshelf/contract'
import { projectArchivedMessage, unreadableFileMessage } from '@linkshelf/contract'
import type { z } from 'zod'
import {
  AppError,
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  read,
} from '../access/index.ts'
import { enqueueFileJob, type Job, type JobRun } from '../platform/jobs.ts'
import { isDataError } from '../platform/postgres/data-error.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { deleteExpiredImports, toDeleteTaskName } from './delete-expired-imports.ts'
import { fileLimitFailure, parseFile } from './file-parser.ts'
import { type ImportDeps, type ImportKind, type ImportRow, type ImportTypes, importJob } from './import-kind.ts'
import { insertIssues, lockImportForUpdate, selectImport, selectImportFile, updateImport } from './import-table.ts'

/**
 * Enqueues a job. At most one job of a task is pending per import. The job is retried for days, and an import resumes
 * where it stopped.
 */
export async function enqueueImportJob(
  tx: Tx,
  { organization, project }: ProjectContext,
  { task, importId }: { task: string; importId: FileImportId },
): Promise<void> {
  const payload: z.input<typeof importJob> = { organizationId: organization.id, projectId: project.id, importId }
  await enqueueFileJob(tx, task, payload, { kind: 'files', key: `${task}:${importId}`, maxAttempts: 25 })
}

export function importJobs<T extends ImportTypes>(kind: ImportKind<T>, deps: ImportDeps): Job[] {
  return [
    {
      name: kind.tasks.check,
      kind: 'files',
      run: (payload) => checkImport(kind, deps, payload),
      giveUp: (payload) => giveUpImport(kind, deps, { step: 'check', payload }),
    },
    {
      name: kind.tasks.run,
      kind: 'files',
      run: (payload, jobRun) => runImport(kind, deps, payload, jobRun),
      giveUp: (payload) => giveUpImport(kind, deps, { step: 'run', payload }),
    },
    {
      name: toDeleteTaskName(kind),
      kind: 'upkeep',
      cron: '23 * * * *',
      run: async () => void (await deleteExpiredImports(kind, deps)),
    },
  ]
}

/** Stores what an import of the file would do. Does nothing if the import was already checked or was deleted. */
export async function checkImport<T extends ImportTypes>(kind: ImportKind<T>, deps: ImportDeps, payload: unknown): Promise<void> {
  const job = await openImportJob(kind, deps, { step: 'check', payload })
  if (job === undefined) return
  const { ctx, row } = job
  const file = await parseFile(kind, deps, ctx, job)
  if (typeof file === 'string') return failImport(kind, ctx, { importId: row.id, step: 'check', failure: file })
  await failOnDataError(kind, ctx, { importId: row.id, step: 'check' }, () => storeCheck(kind, deps, ctx, { row, file }))
}

async function storeCheck<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: ImportDeps,
  ctx: ProjectContext,
  { row, file }: { row: ImportRow<T>; file: T['file'] },
): Promise<void> {
  const { counts, issues, details } = await kind.plan(deps, ctx, file)
  const storing = mutate(ctx, toMutation(kind, 'check', row.id), async (tx, change) => {
    const locked = await lockImportForUpdate(tx, kind, ctx.project.id, row.id)
    if (locked?.state !== 'checking') fail('NOT_FOUND')
    await insertIssues(tx, ctx, row.id, issues)
    const rowCount = file.rows.length
    change.after = { file_name: row.file_name, state: 'ready', rows: rowCount, ...counts }
    await updateImport(tx, kind, ctx.project.id, row.id, {
      state: 'ready',
      header: file.header,
      ignored_columns: file.ignoredColumns,
      details,
      counts,
      row_count: rowCount,
      processed_count: rowCount,
    })
  })
  return ignoreDeleted(storing)
}

/**
 * Imports the rows of a file, in batches. Each batch is one transaction that stores rows and the import's position. If
 * the job is killed, it resumes after the last complete batch. Stops if the import was deleted.
 */
export async function runImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: ImportDeps,
  payload: unknown,
  { recordProgress, batchRows = kind.batchRows }: Pick<JobRun, 'recordProgress'> & { batchRows?: number | undefined } = {},
): Promise<void> {
  const job = await openImportJob(kind, deps, { step: 'run', payload })
  if (job === undefined) return
  const { ctx } = job
  const importId = job.row.id
  const file = await parseFile(kind, deps, ctx, job)
  if (typeof file === 'string') return failImport(kind, ctx, { importId, step: 'run', failure: file })
  await failOnDataError(kind, ctx, { importId, step: 'run' }, async () => {
    let isRunning = true
    while (isRunning) {
      isRunning = false
      const batch = importBatch(kind, deps, ctx, { importId, rows: file.rows, batchRows })
      await ignoreDeleted(
        batch.then(({ state }) => {
          isRunning = state === 'importing'
        }),
      )
      await recordProgress?.()
    }
  })
}

/**
 * Fails the import if the database can't store its values or its project was archived, because a retry would fail too.
 */
async function failOnDataError<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  { importId, step }: { importId: FileImportId; step: Step },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROJECT_ARCHIVED')
      return failImport(kind, ctx, { importId, step, failure: projectArchivedMessage })
    if (!isDataError(error)) throw error
    ctx.log.warn({ err: error, importId }, 'A file has values that can not be stored')
    await failImport(kind, ctx, { importId, step, failure: unreadableFileMessage })
  }
}

/** Fails an import if the process died twice while it ran the import's job. */
async function giveUpImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: ImportDeps,
  { step, payload }: { step: Step; payload: unknown },
): Promise<void> {
  const job = await openImportJob(kind, deps, { step, payload })
  if (job !== undefined) await failImport(kind, job.ctx, { importId: job.row.id, step, failure: fileLimitFailure })
}

interface ImportBatchRequest<T extends ImportTypes> {
  importId: FileImportId
  /** All rows of the file. */
  rows: T['file']['rows']
  batchRows: number
}

/** Imports the next batch of rows. Throws NOT_FOUND if the import was deleted or is done. */
function importBatch<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: ImportDeps,
  ctx: ProjectContext,
  { importId, rows, batchRows }: ImportBatchRequest<T>,
): Promise<ImportRow<T>> {
  return mutate(ctx, { ...toMutation(kind, 'run', importId), addsToProject: true }, async (tx, change) => {
    const before = await lockImportForUpdate(tx, kind, ctx.project.id, importId)
    if (before?.state !== 'importing' || before.choices === null) fail('NOT_FOUND')
    const { choices, counts, processed_count: processed } = before

    const batch = rows.slice(processed, processed + batchRows)
    const effects = await kind.write(tx, deps, ctx, { before: { ...before, choices }, rows: batch })
    await insertIssues(tx, ctx, importId, effects.issues)
    change.after = effects.after ?? { file_name: before.file_name, lines: [batch.at(0)?.line, batch.at(-1)?.line], ...effects.counts }

    const isDone = processed + batch.length >= rows.length
    return updateImport(tx, kind, ctx.project.id, importId, {
      counts: addCounts(counts, effects.counts),
      processed_count: processed + batch.length,
      ...(isDone && { state: 'done', file: null, finished_at: deps.clock.now() }),
    })
  })
}

/** Adds counts by name. Both objects have all counts of the kind, so the result has them too. */
function addCounts<Counts extends Record<string, number>>(before: Counts, added: Counts): Counts {
  return Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count + (added[name] ?? 0)])) as Counts
}

interface ImportJob<T extends ImportTypes> {
  ctx: ProjectContext
  row: ImportRow<T>
  file: Buffer
}

const stateByStep = { check: 'checking', run: 'importing' } as const
type Step = keyof typeof stateByStep

/**
 * Reads the import and file that a job works on. Undefined if the import is not in the state that the step needs, or if
 * the import or its organization was deleted. Fails the import if the feature that its kind needs is switched off.
 */
async function openImportJob<T extends ImportTypes>(
  kind: ImportKind<T>,
  deps: ImportDeps,
  { step, payload }: { step: Step; payload: unknown },
): Promise<ImportJob<T> | undefined> {
  const job = importJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: kind.tasks[step] }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  if (ctx === undefined) return undefined
  if (kind.requires && !ctx.entitlements[kind.requires.feature]) {
    await failImport(kind, ctx, { importId: job.importId, step, failure: kind.requires.failure })
    return undefined
  }
  const { row, file } = await read(ctx, async (tx) => ({
    row: await selectImport(tx, kind, ctx.project.id, job.importId),
    file: await selectImportFile(tx, ctx.project.id, job.importId),
  }))
  return row?.state === stateByStep[step] && file ? { ctx, row, file } : undefined
}

/** Fails an import, unless its state has changed or it was deleted. Imported rows are not removed. */
function failImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  ctx: ProjectContext,
  { importId, step, failure }: { importId: FileImportId; step: Step; failure: string },
): Promise<void> {
  const ending = mutate(ctx, { ...toMutation(kind, step, importId) }, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, kind, ctx.project.id, importId)
    if (locked?.state !== stateByStep[step]) fail('NOT_FOUND')
    change.after = { file_name: locked.file_name, state: 'failed', failure }
    await updateImport(tx, kind, ctx.project.id, importId, { state: 'failed', failure, file: null, finished_at: ctx.now })
  })
  return ignoreDeleted(ending)
}

function toMutation<T extends ImportTypes>({ entity }: ImportKind<T>, step: Step, importId: FileImportId) {
  return { action: `${entity}.${step === 'check' ? 'check' : 'import_rows'}`, entity, entityId: importId } as const
}
