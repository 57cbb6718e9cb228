import type { Link } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { updateLink } from './link-table.ts'
import { showLink } from './show-link.ts'

/** Archiving only tidies the list: the link goes on redirecting and counting. */
export function archiveLink(deps: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> {
  return setArchived(deps, project, linkId, true)
}

export function unarchiveLink(deps: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> {
  return setArchived(deps, project, linkId, false)
}

async function setArchived(
  { db, origins }: Pick<Deps, 'db' | 'origins'>,
  project: Project,
  linkId: string,
  isArchived: boolean,
): Promise<Link> {
  const row = await changingProject(db, project, (tx) => updateLink(tx, project.id, linkId, { is_archived: isArchived }))
  return row ? showLink(row, origins) : fail('LINK_NOT_FOUND')
}
