import type { Link } from '@linkshelf/contract'
import { changingProject, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { updateLink } from './link-table.ts'
import { showLink } from './show-link.ts'

/** Archiving only tidies the list: the link goes on redirecting and counting. */
export function archiveLink(platform: Pick<Platform, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> {
  return setArchived(platform, project, linkId, true)
}

export function unarchiveLink(platform: Pick<Platform, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> {
  return setArchived(platform, project, linkId, false)
}

async function setArchived(
  { db, origins }: Pick<Platform, 'db' | 'origins'>,
  project: Project,
  linkId: string,
  isArchived: boolean,
): Promise<Link> {
  const row = await changingProject(db, project, (tx) => updateLink(tx, project.id, linkId, { is_archived: isArchived }))
  return row ? showLink(row, origins) : refuse('LINK_NOT_FOUND')
}
