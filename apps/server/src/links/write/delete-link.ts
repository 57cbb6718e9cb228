import { type LinkId, linkId, linkUndoMs, organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import {
  type Change,
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  read,
} from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { toAuditedLink } from '../get-link.ts'
import { lockLinksForUpdate, markLinkRowsDeleted } from '../tables/bulk-link-table.ts'
import { eraseLinkRows, selectErasable, selectUnerasedLinks } from '../tables/deleted-link-table.ts'
import { isCounted, recountLinks, releaseLinkQuota } from './link-quota.ts'

/**
 * Deletes a link. Visitors get 410 immediately, and no link can ever use the slug again. The link's texts are erased
 * when the deletion can no longer be undone. Throws LINK_NOT_FOUND.
 */
export function deleteLink(ctx: ProjectContext, linkId: LinkId): Promise<void> {
  return mutate(ctx, { action: 'link.delete', entity: 'link', entityId: linkId }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, [linkId], change)
    if (deleted.size === 0) fail('LINK_NOT_FOUND')
  })
}

/**
 * Deletes links. Returns the ids of the links that existed, in the given order. Each id counts towards the rate limit
 * of writes.
 */
export function bulkDeleteLinks(ctx: ProjectContext, linkIds: LinkId[]): Promise<LinkId[]> {
  return mutate(ctx, { action: 'link.bulk_delete', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    const deleted = await deleteLockedLinks(tx, ctx, linkIds, change)
    return linkIds.filter((id) => deleted.has(id))
  })
}

async function deleteLockedLinks(tx: Tx, ctx: ProjectContext, linkIds: LinkId[], change: Change): Promise<Set<LinkId>> {
  const { project, now } = ctx
  const rows = await lockLinksForUpdate(tx, project.id, linkIds)
  const ids = rows.map((row) => row.id)
  await markLinkRowsDeleted(tx, project.id, ids, now)
  await releaseLinkQuota(tx, project.id, rows.filter(isCounted).length)
  await enqueueErasure(tx, ctx, ids)
  change.before = Object.fromEntries(rows.map((row) => [row.id, toAuditedLink(row)]))
  return new Set(ids)
}

export const eraseLinksTask = 'erase-links'

const erasure = z.object({ organizationId, projectId, linkIds: z.array(linkId), deletedAt: z.iso.datetime() })

/**
 * Enqueues a job that erases the deleted links when their deletion can no longer be undone. The job exists only if the
 * transaction commits.
 */
async function enqueueErasure(tx: Tx, { organization, project, now }: ProjectContext, linkIds: LinkId[]): Promise<void> {
  if (linkIds.length === 0) return
  const payload: z.input<typeof erasure> = {
    organizationId: organization.id,
    projectId: project.id,
    linkIds,
    deletedAt: now.toISOString(),
  }
  await enqueueJob(tx, eraseLinksTask, payload, { runAt: new Date(now.getTime() + linkUndoMs), maxAttempts: 25 })
}

/**
 * The background job that clears the content of deleted links. A job handles one deletion, which is identified by its
 * time. If links were restored and deleted again, they belong to a later job.
 */
export async function eraseLinks(deps: CoreDeps, payload: unknown): Promise<void> {
  const { linkIds, ...deletion } = erasure.parse(payload)
  const deletedAt = new Date(deletion.deletedAt)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: eraseLinksTask }, source: 'job' })
  const ctx = await findSystemContext(job, deletion.organizationId, deletion.projectId)
  if (ctx === undefined) return
  const left = await read(ctx, (tx) => selectErasable(tx, deletion.projectId, linkIds, deletedAt))
  if (left.length === 0) return
  await ignoreDeleted(
    mutate(ctx, { action: 'link.erase', entity: 'link' }, async (tx, change) => {
      const erased = await eraseLinkRows(tx, deletion.projectId, left, deletedAt)
      change.before = Object.fromEntries(erased.map(({ id, slug }) => [id, { slug }]))
    }),
  )
}

/** Limits the length of the statements that erase links again. */
const erasedAtOnce = 1_000

/**
 * Deletes and erases links that a restored back-up still contains. This can't be undone. `tx` must not be restricted by
 * row-level security. Returns how many links were erased.
 */
export async function eraseLinksAgain(tx: Tx, linkIds: readonly string[], now: Date): Promise<number> {
  const rows = await selectUnerasedLinks(tx, linkIds)
  for (const [project, ofProject] of Map.groupBy(rows, (row) => row.project_id)) {
    for (let start = 0; start < ofProject.length; start += erasedAtOnce) {
      const ids = ofProject.slice(start, start + erasedAtOnce).map(({ id }) => id)
      await markLinkRowsDeleted(tx, project, ids, now)
      await eraseLinkRows(tx, project, ids, now)
    }
    const [first] = ofProject
    if (first !== undefined) await recountLinks(tx, first.organization_id, project)
  }
  return rows.length
}
