import type { Link, LinkUpdate } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import { registerLabels } from '../labels/index.ts'
import type { Deps } from '../platform/deps.ts'
import { enqueuePageCheck } from './check-page.ts'
import { assertAllowedDestination } from './destination-rules.ts'
import { type LinkChange, selectLink, updateLink } from './link-table.ts'
import { showLink } from './show-link.ts'

/** A new destination makes the link pending again until its page was looked at. Refuses a destination that is ours, and too many labels. */
export async function editLink(
  { db, clock, ids, origins }: Pick<Deps, 'db' | 'clock' | 'ids' | 'origins'>,
  project: Project,
  linkId: string,
  edit: LinkUpdate,
): Promise<Link> {
  if (edit.target !== undefined) assertAllowedDestination(edit.target, origins)

  return changingProject(db, project, async (tx) => {
    const before = (await selectLink(tx, project.id, linkId)) ?? fail('LINK_NOT_FOUND')
    const change = changeOf(before.target, edit)
    if (edit.labels !== undefined) change.labels = await registerLabels(tx, { clock, ids }, project, edit.labels)
    if (Object.keys(change).length === 0) return showLink(before, origins)

    const row = (await updateLink(tx, project.id, linkId, change)) ?? fail('LINK_NOT_FOUND')
    if (change.is_pending) await enqueuePageCheck(tx, project, linkId)
    return showLink(row, origins)
  })
}

/** An emptied title hands the naming back to the page. */
function changeOf(target: string, edit: LinkUpdate): LinkChange {
  const change: LinkChange = {}
  if (edit.title !== undefined) Object.assign(change, { title: edit.title || null, has_own_title: edit.title !== '' })
  if (edit.target !== undefined && edit.target !== target) change.target = edit.target
  if (change.target !== undefined || edit.title === '') change.is_pending = true
  return change
}
