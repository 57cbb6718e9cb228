import { formatLinkLimitMessage, type LinkId, type RestoredLink, toRestorableSince } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { lockLabelListForUpdate, lockLabelNames } from '../../labels/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { formatLinkUrl, toAuditedLink, toLink } from '../get-link.ts'
import { announceDueChecks } from '../outward/outward-queue.ts'
import { enqueuePageCheck } from '../page-check/check-page.ts'
import { hasLinkSince, lockDeletedLinksForUpdate, restoreLinkRows, selectDeletedLabels } from '../tables/deleted-link-table.ts'
import { selectLinks } from '../tables/link-table.ts'
import { deletionUndoMs } from './erase-links.ts'
import { consumeLockedLinkQuota, lockRemainingLinks } from './link-quota.ts'
import { assertPageLinkLimit } from './page-link-limit.ts'
import { generateSlug } from './slugs.ts'

/**
 * Restores deleted links that are not erased. The links redirect again, with the labels that the project still has. If
 * another link got the slug of a link, the restored link gets a generated slug. Returns the requested links that exist
 * afterwards, in the given order, so a repeated call returns the same links. Throws LINK_LIMIT_REACHED or
 * PAGE_URL_LIMIT_REACHED if the links would exceed a limit.
 */
export function restoreLinks({ origins }: OriginDeps, ctx: ProjectContext, linkIds: LinkId[]): Promise<RestoredLink[]> {
  const { project, now } = ctx
  const since = toRestorableSince(now)
  return mutate(ctx, { action: 'link.restore', entity: 'link', writeCount: linkIds.length }, async (tx, change) => {
    // Locks are taken in the order labels, quota, links, as when a new link claims the slug of a deleted link. The
    // label list is locked, so that no label is renamed between the two statements that read labels.
    await lockLabelListForUpdate(tx, project.id)
    const labels = await lockLabelNames(tx, project.id, await selectDeletedLabels(tx, project.id, linkIds, since))
    const remaining = await lockRemainingLinks(tx, ctx)
    const deleted = await lockDeletedLinksForUpdate(tx, project.id, linkIds, since)
    if (deleted.length > 0) {
      const counted = deleted.filter(({ page_id }) => page_id === null)
      if (remaining < counted.length) await assertUndo(tx, ctx, counted)
      await consumeLockedLinkQuota(tx, project.id, counted.length)
      await restoreRows(tx, ctx, deleted, labels)
      await assertPageLinkLimit(tx, ctx, new Set(deleted.flatMap(({ page_id }) => page_id ?? [])))
      for (const link of deleted) if (link.is_pending) await enqueuePageCheck(tx, ctx, link)
      await announceDueChecks(tx)
    }
    const rows = await selectLinks(tx, project.id, linkIds)
    const rowById = new Map(rows.map((row) => [row.id, row]))
    const restored = deleted.flatMap(({ id }) => rowById.get(id) ?? [])
    const earlier = new Map(deleted.flatMap(({ id, host, taken_slug: slug }) => (slug === null ? [] : [[id, { host, slug }]])))
    change.after = Object.fromEntries(
      restored.map((row) => [row.id, { ...toAuditedLink(row), ...(earlier.has(row.id) && { earlier_slug: earlier.get(row.id)?.slug }) }]),
    )
    return linkIds
      .flatMap((id) => rowById.get(id) ?? [])
      .map((row) => {
        const address = earlier.get(row.id)
        return { ...toLink(row, origins), earlier_url: address === undefined ? null : formatLinkUrl(address, origins) }
      })
  })
}

type LockedLink = Awaited<ReturnType<typeof lockDeletedLinksForUpdate>>[number]

async function restoreRows(tx: Tx, { project }: ProjectContext, links: readonly LockedLink[], labels: readonly string[]): Promise<void> {
  const named = links.filter(({ taken_slug }) => taken_slug === null)
  await restoreLinkRows(
    tx,
    project.id,
    named.map(({ id }) => id),
    { labels },
  )
  for (const { id, taken_slug } of links) if (taken_slug !== null) await restoreWithNewSlug(tx, project.id, id, labels)
}

async function restoreWithNewSlug(
  tx: Tx,
  projectId: ProjectContext['project']['id'],
  linkId: LinkId,
  labels: readonly string[],
): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1)
    if ((await restoreLinkRows(tx, projectId, [linkId], { labels, slug: generateSlug() })).length > 0) return
  throw new Error('Five generated slugs in a row were taken')
}

/**
 * Throws LINK_LIMIT_REACHED unless the links were just deleted and no link was added since then. After its plan was
 * lowered, a project can have more links than its limit, and can still undo the deletion of links. It can't if it has
 * added a link since then, so that it never gets more links than it had.
 */
async function assertUndo(tx: Tx, { project, entitlements, now }: ProjectContext, links: readonly LockedLink[]): Promise<void> {
  const since = new Date(now.getTime() - deletionUndoMs)
  const limit = entitlements.linksPerProject
  const isJustDeleted = links.every(({ deleted_at }) => deleted_at > since)
  if (!isJustDeleted || (await hasLinkSince(tx, project.id, since))) fail('LINK_LIMIT_REACHED', { limit }, formatLinkLimitMessage(limit))
}
