// The undo of an import deletes what the import created: first all products, then all links. Links and products that
// somebody changed or uses stay. Each batch is one transaction, so a killed undo resumes after the last batch.
import {
  bulkLinksMax,
  type FileImportId,
  type ImportUndoForecast,
  type ImportUndoStart,
  type KeptByUndo,
  keptByUndoMax,
} from '@linkshelf/contract'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  read,
  requireFeature,
  selectImportedIds,
} from '../access/index.ts'
import { enqueueJob, type Job } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type ImportedThings, type ImportTypes, importJob, type UndoableKind, type UndoDeps, type UndoProgress } from './import-kind.ts'
import { lockImportForUpdate, selectImport, updateImport } from './import-table.ts'

/** One transaction deletes at most this many links or products, so that one call can restore what it has deleted. */
const batchSize = bulkLinksMax

/**
 * Returns what an undo of the import would do now. Throws the kind's `notFound` error, IMPORT_NOT_STARTED,
 * ANALYTICS_TIMEOUT or ANALYTICS_UNAVAILABLE.
 */
export async function forecastUndo<T extends ImportTypes>(
  kind: UndoableKind<T>,
  { visits }: Pick<UndoDeps, 'visits'>,
  ctx: ProjectContext,
  importId: FileImportId,
): Promise<ImportUndoForecast> {
  if (kind.requires) requireFeature(ctx.entitlements, kind.requires.feature)
  const deleted = { link: [] as string[], product: [] as string[] }
  const kept: KeptByUndo[] = []
  const names = new Map<string, string>()
  await read(ctx, async (tx) => {
    const row = (await selectImport(tx, kind, ctx.project.id, importId)) ?? fail(kind.notFound)
    if (row.choices === null) fail('IMPORT_NOT_STARTED')
    for (const things of kind.undo.things) {
      const ids = await selectImportedIds(tx, ctx, { importId, entity: things.kind })
      const examined = await things.examine(tx, ctx, ids, { deletedProducts: deleted.product, isLocking: false })
      for (const { id, name, reason } of examined) {
        names.set(id, name)
        if (reason === undefined) deleted[things.kind].push(id)
        else kept.push({ kind: things.kind, id, name, reason })
      }
    }
  })
  const clicked = [...(await visits.findClicked(ctx, deleted.link))]
  const clickedLinks = clicked.map((id) => ({ kind: 'link', id, name: names.get(id) ?? id, reason: 'clicks' }) as const)
  const countKept = (things: KeptByUndo['kind']) => kept.filter((one) => one.kind === things).length
  return {
    links: deleted.link.length,
    clicked_links: clicked.length,
    products: deleted.product.length,
    kept_links: countKept('link'),
    kept_products: countKept('product'),
    kept: [...kept, ...clickedLinks].slice(0, keptByUndoMax),
  }
}

/**
 * Enqueues a job that undoes an import. A running import stops after its current batch. If the undo is running,
 * enqueues a new job, because its job may have failed permanently. If the import is undone, nothing changes. Throws the
 * kind's `notFound` error, or IMPORT_NOT_STARTED if nothing was imported.
 */
export async function undoImport<T extends ImportTypes>(
  kind: UndoableKind<T>,
  ctx: ProjectContext,
  { importId, input }: { importId: FileImportId; input: ImportUndoStart },
): Promise<T['result']> {
  // The job reads which links have clicks. The latest clicks may not be stored yet.
  if (!input.include_clicked) await ctx.shippingRequests?.shipNow()
  const { entity, requires, undo } = kind
  const mutation = { action: undo.actions.start, entity, entityId: importId, ...(requires && { requires: requires.feature }) }
  return mutate(ctx, mutation, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, kind, ctx.project.id, importId)) ?? fail(kind.notFound)
    if (present.choices === null) fail('IMPORT_NOT_STARTED')
    change.after = { file_name: present.file_name, include_clicked: (present.undo ?? input).include_clicked }
    if (present.state === 'undone') return kind.toResult(present)

    const payload = { organizationId: ctx.organization.id, projectId: ctx.project.id, importId }
    await enqueueJob(tx, undo.task, payload, { key: `${undo.task}:${importId}`, maxAttempts: 25 })
    if (present.state === 'undoing') return kind.toResult(present)
    const row = await updateImport(tx, kind, ctx.project.id, importId, {
      state: 'undoing',
      file: null,
      finished_at: present.finished_at ?? ctx.now,
      undo: { ...noProgress, include_clicked: input.include_clicked },
    })
    return kind.toResult(row)
  })
}

const noProgress: Omit<UndoProgress, 'include_clicked'> = {
  deleted_links: 0,
  deleted_products: 0,
  kept_links: 0,
  kept_products: 0,
  kept: [],
  position: null,
}

export function undoJob<T extends ImportTypes>(kind: UndoableKind<T>, deps: UndoDeps): Job {
  return { name: kind.undo.task, kind: 'people', run: (payload) => runUndo(kind, deps, payload) }
}

/**
 * The background job that undoes an import. Stops if the import was deleted. Tests pass a smaller `size` of batches.
 */
export async function runUndo<T extends ImportTypes>(
  kind: UndoableKind<T>,
  deps: UndoDeps,
  payload: unknown,
  { size = batchSize }: { size?: number } = {},
): Promise<void> {
  const job = importJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: kind.undo.task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  if (ctx === undefined) return
  const undoBatches = async () => {
    while (await undoBatch(kind, deps, ctx, { importId: job.importId, size }));
  }
  await ignoreDeleted(undoBatches())
}

interface UndoBatch {
  things: ImportedThings
  ids: string[]
  isLast: boolean
}

/**
 * Undoes the next batch. Returns whether there is another batch. Throws NOT_FOUND if the import is not being undone.
 */
async function undoBatch<T extends ImportTypes>(
  kind: UndoableKind<T>,
  { visits }: UndoDeps,
  ctx: ProjectContext,
  { importId, size }: { importId: FileImportId; size: number },
): Promise<boolean> {
  const { things, ids, isLast, before } = await read(ctx, async (tx) => {
    const row = await selectImport(tx, kind, ctx.project.id, importId)
    if (row?.state !== 'undoing' || row.undo === null) fail('NOT_FOUND')
    return { ...(await selectNextBatch(tx, kind, ctx, { importId, undo: row.undo, size })), before: row.undo }
  })
  const findsClicked = things.kind === 'link' && !before.include_clicked
  const clicked = findsClicked ? await visits.findClicked(ctx, ids) : new Set<string>()
  await mutate(ctx, { action: kind.undo.actions.rows, entity: kind.entity, entityId: importId }, async (tx, change) => {
    const row = await lockImportForUpdate(tx, kind, ctx.project.id, importId)
    // The import was deleted, or another job has undone this batch.
    if (row?.state !== 'undoing' || row.undo?.position?.after !== before.position?.after) fail('NOT_FOUND')
    const examined = await things.examine(tx, ctx, ids, { deletedProducts: [], isLocking: true })
    const kept = examined.flatMap(({ reason, ...thing }) => {
      const stays = reason ?? (clicked.has(thing.id) ? 'clicks' : undefined)
      return stays === undefined ? [] : [{ ...thing, kind: things.kind, reason: stays } as const]
    })
    const keptIds = new Set(kept.map(({ id }) => id))
    const deleted = examined.flatMap(({ id }) => (keptIds.has(id) ? [] : [id]))
    if (deleted.length > 0) await things.delete(tx, ctx, deleted, change)
    await things.release?.(tx, ids)
    const position = { kind: things.kind, after: ids.at(-1) ?? '' }
    const undo = { ...addToProgress(before, { kind: things.kind, deletedCount: deleted.length, kept }), position }
    await updateImport(tx, kind, ctx.project.id, importId, { undo, ...(isLast && { state: 'undone' }) })
  })
  return !isLast
}

/** Selects the next things that the import created. If there are none, the batch is empty and the last one. */
async function selectNextBatch<T extends ImportTypes>(
  tx: Tx,
  { undo: { things: all } }: UndoableKind<T>,
  ctx: ProjectContext,
  { importId, undo: { position }, size }: { importId: FileImportId; undo: UndoProgress; size: number },
): Promise<UndoBatch> {
  const remaining: Omit<UndoBatch, 'isLast'>[] = []
  const first = all.findIndex(({ kind }) => kind === position?.kind)
  for (const things of all.slice(Math.max(first, 0))) {
    const ids = await selectImportedIds(tx, ctx, { importId, entity: things.kind })
    const after = things.kind === position?.kind ? position.after : ''
    remaining.push({ things, ids: ids.filter((id) => id > after) })
  }
  const next = remaining.find(({ ids }) => ids.length > 0) ?? remaining.at(-1)
  if (next === undefined) throw new Error('The kind of import creates nothing that an undo could delete')
  const ids = next.ids.slice(0, size)
  const count = remaining.reduce((sum, step) => sum + step.ids.length, 0)
  return { things: next.things, ids, isLast: count === ids.length }
}

interface BatchResult {
  kind: KeptByUndo['kind']
  deletedCount: number
  kept: readonly KeptByUndo[]
}

function addToProgress(before: UndoProgress, { kind, deletedCount, kept }: BatchResult): UndoProgress {
  const counts =
    kind === 'link'
      ? { deleted_links: before.deleted_links + deletedCount, kept_links: before.kept_links + kept.length }
      : { deleted_products: before.deleted_products + deletedCount, kept_products: before.kept_products + kept.length }
  return { ...before, ...counts, kept: [...before.kept, ...kept].slice(0, keptByUndoMax) }
}
