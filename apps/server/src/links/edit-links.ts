import { type Link, type LinksEdit, labelsPerLink } from '@linkshelf/contract'
import { inProject, type Project, refuse } from '../access/index.ts'
import { registerLabels } from '../labels/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectExistingLinkIds } from './link-table.ts'
import { holdLinks, updateHeldLinks } from './many-links-table.ts'
import { showLink } from './show-link.ts'

/**
 * The same change on several links, on all or on none; ids that aren't links of the project are passed over. Gives back the links in the order
 * asked for. Refuses more labels than a link carries, or a project holds.
 */
export function editLinks(
  { db, clock, ids, origins }: Pick<Platform, 'db' | 'clock' | 'ids' | 'origins'>,
  project: Project,
  edit: LinksEdit,
): Promise<Link[]> {
  return inProject(db, project, async (tx) => {
    const existing = await selectExistingLinkIds(tx, project.id, edit.url_ids)
    if (existing.length === 0) return []

    // Labels before links: whoever renames a label holds it first, too.
    const addLabels = await registerLabels(tx, { clock, ids }, project, namesToAdd(edit))
    const held = await holdLinks(tx, project.id, existing)
    const rows = await updateHeldLinks(tx, project.id, held, { isArchived: edit.archived, addLabels, removeLabels: edit.remove_labels })
    if (rows.some((row) => row.labels.length > labelsPerLink)) refuse('LABEL_LIMIT_REACHED')

    const rowById = new Map(rows.map((row) => [row.id, row]))
    return edit.url_ids.flatMap((id) => rowById.get(id) ?? []).map((row) => showLink(row, origins))
  })
}

/** Nothing is registered only to be taken off again. */
function namesToAdd({ add_labels, remove_labels }: LinksEdit): string[] {
  const removed = new Set(remove_labels.map((name) => name.toLowerCase()))
  return add_labels.filter((name) => !removed.has(name.toLowerCase()))
}
