import { type Link, type LinksBulkUpdate, labelsPerLink } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import { registerLabels } from '../labels/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectExistingLinkIds } from './link-table.ts'
import { holdLinks, selectNamesBesides, updateHeldLinks } from './many-links-table.ts'
import { showLink } from './show-link.ts'

/**
 * The same change on several links, on all or on none; ids that aren't links of the project are passed over. Gives back the links in the order
 * asked for. Refuses more labels than a link carries, or a project holds.
 */
export function editLinks(
  { db, clock, ids, origins }: Pick<Deps, 'db' | 'clock' | 'ids' | 'origins'>,
  project: Project,
  edit: LinksBulkUpdate,
): Promise<Link[]> {
  return changingProject(db, project, async (tx) => {
    const existing = await selectExistingLinkIds(tx, project.id, edit.url_ids)
    if (existing.length === 0) return []

    // Labels before links: whoever renames a label holds it first, too.
    const added = await selectNamesBesides(tx, edit.add_labels, edit.remove_labels) // nothing is registered only to be taken off again
    const addLabels = await registerLabels(tx, { clock, ids }, project, added)
    const held = await holdLinks(tx, project.id, existing)
    const rows = await updateHeldLinks(tx, project.id, held, { isArchived: edit.archived, addLabels, removeLabels: edit.remove_labels })
    if (rows.some((row) => row.labels.length > labelsPerLink)) fail('LABEL_LIMIT_REACHED')

    const rowById = new Map(rows.map((row) => [row.id, row]))
    return edit.url_ids.flatMap((id) => rowById.get(id) ?? []).map((row) => showLink(row, origins))
  })
}
