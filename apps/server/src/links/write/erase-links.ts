// Erases the content of deleted links: 30 days after their deletion, earlier if a project has too many deleted links,
// and at once if an owner asks for it. An erased link still answers with 410.
import { deletedLinksPerPlanLink, type LinkId, organizationId, projectId, toRestorableSince } from '@linkshelf/contract'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  mutate,
  type ProjectContext,
  type RequestContext,
  read,
} from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { markLinkRowsDeleted } from '../tables/bulk-link-table.ts'
import {
  type DeletedLinkPosition,
  eraseLinkRows,
  selectDeletedLinkAfter,
  selectErasable,
  selectProjectsToErase,
  selectUnerasedLinks,
} from '../tables/deleted-link-table.ts'
import { recountLinks } from './link-quota.ts'

/** Maximum number of links that one transaction erases, and of projects that one query selects. */
const batchSize = 1_000

/**
 * Erases deleted links now. Returns the ids of the links that were deleted and not erased yet, in the given order. Each
 * id counts towards the rate limit of writes.
 */
export function eraseLinks(ctx: ProjectContext, linkIds: LinkId[]): Promise<LinkId[]> {
  return mutate(ctx, { action: 'link.erase', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    const erased = await eraseLinkRows(tx, ctx.project.id, linkIds, ctx.now)
    change.before = toAuditedSlugs(erased)
    const ids = new Set(erased.map(({ id }) => id))
    return linkIds.filter((id) => ids.has(id))
  })
}

export const eraseLinksTask = 'erase-links'

/** Earlier releases stored more fields, which are ignored. */
const erasure = z.object({ organizationId, projectId })

/**
 * A deletion can be undone for this long in any case: even if the project has too many deleted links, or more links
 * than its plan. The dashboard offers the undo for less than this time.
 */
export const deletionUndoMs = 30_000

/** Enqueues `eraseLinksOfProject` after a deletion. The job exists only if the transaction commits. */
export async function enqueueErasure(tx: Tx, { organization, project, now }: ProjectContext): Promise<void> {
  const payload: z.input<typeof erasure> = { organizationId: organization.id, projectId: project.id }
  await enqueueJob(tx, eraseLinksTask, payload, { runAt: new Date(now.getTime() + deletionUndoMs), maxAttempts: 25 })
}

/**
 * The background job that erases the links of a project that can no longer be restored. The links that were deleted
 * first are erased first.
 */
export async function eraseLinksOfProject(deps: CoreDeps, payload: unknown): Promise<void> {
  const { organizationId, projectId } = erasure.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: eraseLinksTask }, source: 'job' })
  await eraseOldestLinks(job, { organization_id: organizationId, project_id: projectId })
}

export const eraseExpiredLinksTask = 'erase-expired-links'

/**
 * The hourly job that erases the links of all projects whose time to be restored has ended. `deps.db` must use the
 * database account of the jobs process.
 */
export async function eraseExpiredLinks(deps: CoreDeps): Promise<void> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: eraseExpiredLinksTask }, source: 'job' })
  const projects = await selectProjectsToErase(deps.db, toRestorableSince(job.now), batchSize)
  for (const project of projects) await eraseOldestLinks(job, project)
}

type ProjectToErase = Awaited<ReturnType<typeof selectProjectsToErase>>[number]

async function eraseOldestLinks(job: RequestContext, { organization_id, project_id }: ProjectToErase): Promise<void> {
  const ctx = await findSystemContext(job, organization_id, project_id)
  if (ctx === undefined) return
  await eraseBatches(ctx, { until: toRestorableSince(ctx.now) })
  const limit = deletedLinksPerPlanLink * ctx.entitlements.linksPerProject
  if (!Number.isFinite(limit)) return
  const last = await read(ctx, (tx) => selectDeletedLinkAfter(tx, project_id, limit))
  if (last !== undefined) await eraseBatches(ctx, { until: new Date(ctx.now.getTime() - deletionUndoMs), last })
}

/** Erases the links that were deleted until `until`, up to the position `last`. */
async function eraseBatches(ctx: ProjectContext, { until, last }: { until: Date; last?: DeletedLinkPosition }): Promise<void> {
  const { project } = ctx
  for (;;) {
    const ids = await read(ctx, (tx) => selectErasable(tx, project.id, { until, last, limit: batchSize }))
    if (ids.length === 0) return
    const erasing = mutate(ctx, { action: 'link.erase', entity: 'link' }, async (tx, change) => {
      const erased = await eraseLinkRows(tx, project.id, ids, until)
      // Every link was restored or erased in the meantime.
      if (erased.length === 0) fail('NOT_FOUND')
      change.before = toAuditedSlugs(erased)
    })
    await ignoreDeleted(erasing)
  }
}

/**
 * Deletes and erases links that a restored back-up still contains. This can't be undone. `tx` must not be restricted by
 * row-level security. Returns how many links were erased.
 */
export async function eraseLinksAgain(tx: Tx, linkIds: readonly string[], now: Date): Promise<number> {
  const rows = await selectUnerasedLinks(tx, linkIds)
  for (const [project, ofProject] of Map.groupBy(rows, (row) => row.project_id)) {
    for (let start = 0; start < ofProject.length; start += batchSize) {
      const ids = ofProject.slice(start, start + batchSize).map(({ id }) => id)
      await markLinkRowsDeleted(tx, project, ids, now)
      await eraseLinkRows(tx, project, ids, now)
    }
    const [first] = ofProject
    if (first !== undefined) await recountLinks(tx, first.organization_id, project)
  }
  return rows.length
}

function toAuditedSlugs(erased: readonly { id: LinkId; slug: string }[]): object {
  return Object.fromEntries(erased.map(({ id, slug }) => [id, { slug }]))
}
