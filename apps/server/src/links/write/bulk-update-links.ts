import { type Link, type LinksBulkUpdate, labelsPerLink } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { registerLabels } from '../../labels/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockLinksForUpdate, selectNamesExcept, updateLinkRows } from '../tables/bulk-link-table.ts'
import { type LinkRow, selectExistingLinkIds } from '../tables/link-table.ts'
import { toAuditedLink, toLink } from '../to-link.ts'
import { followRedirects } from './follow-redirects.ts'
import { removePastedTags } from './remove-pasted-tags.ts'

/**
 * Applies one change to several links, to all or none; ids that are not links of the project are skipped. Returns the
 * links in the order given. Throws LABEL_LIMIT_REACHED.
 */
export function bulkUpdateLinks(
  { ids, origins }: Pick<Deps, 'ids' | 'origins'>,
  ctx: ProjectContext,
  update: LinksBulkUpdate,
): Promise<Link[]> {
  const { project } = ctx
  return mutate(ctx, { action: 'link.bulk_update', entity: 'link' }, async (tx, change) => {
    const existing = await selectExistingLinkIds(tx, project.id, update.url_ids)
    if (existing.length === 0) return []

    // Labels are locked before links, as in every transaction that locks both. A label that is added and
    // removed is not registered.
    const added = await selectNamesExcept(tx, update.add_labels, update.remove_labels)
    const addLabels = await registerLabels(tx, { ids }, ctx, added)
    const before = await lockLinksForUpdate(tx, project.id, existing)
    if (update.follow_redirects) await followRedirects(tx, origins, ctx, before)
    if (update.remove_pasted_tags) await removePastedTags(tx, ctx, before)
    const values = { isArchived: update.archived, isAffiliated: update.affiliated, addLabels, removeLabels: update.remove_labels }
    const after = await updateLinkRows(tx, project.id, idsOf(before), values)
    if (after.some((row) => row.labels.length > labelsPerLink)) fail('LABEL_LIMIT_REACHED')

    Object.assign(change, { before: toAuditedLinks(before), after: toAuditedLinks(after) })
    const rowById = new Map<string, LinkRow>(after.map((row) => [row.id, row]))
    return update.url_ids.flatMap((id) => rowById.get(id) ?? []).map((row) => toLink(row, origins))
  })
}

function idsOf(rows: LinkRow[]) {
  return rows.map((row) => row.id)
}

function toAuditedLinks(rows: LinkRow[]): object {
  return Object.fromEntries(rows.map((row) => [row.id, toAuditedLink(row)]))
}
