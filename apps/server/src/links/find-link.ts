import type { Link } from '@linkshelf/contract'
import { fail, inProject, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { countUnarchivedLinks, selectExistingLinkIds, selectLink } from './link-table.ts'
import { showLink } from './show-link.ts'

/** Refuses a link that isn't in the project. */
export async function findLink({ db, origins }: Pick<Deps, 'db' | 'origins'>, project: Project, linkId: string): Promise<Link> {
  const row = await inProject(db, project, (tx) => selectLink(tx, project.id, linkId))
  return row ? showLink(row, origins) : fail('LINK_NOT_FOUND')
}

/** Links of the project that are neither archived nor deleted. */
export function countActiveLinks({ db }: Pick<Deps, 'db'>, project: Project): Promise<number> {
  return inProject(db, project, (tx) => countUnarchivedLinks(tx, project.id))
}

/** Which of these are links of the project that are not deleted. */
export async function findExistingLinkIds({ db }: Pick<Deps, 'db'>, project: Project, linkIds: string[]): Promise<Set<string>> {
  if (linkIds.length === 0) return new Set()
  return new Set(await inProject(db, project, (tx) => selectExistingLinkIds(tx, project.id, linkIds)))
}
