import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { giveBackLinkAllowance } from './link-allowance.ts'
import { emptyHeldLinks, holdLinks } from './many-links-table.ts'

/** For good: visitors get 410 from then on, and the slug is never given out again. */
export async function deleteLink(deps: Pick<Deps, 'db' | 'clock'>, project: Project, linkId: string): Promise<void> {
  if ((await deleteLinks(deps, project, [linkId])).length === 0) fail('LINK_NOT_FOUND')
}

/** Gives back the ids of those that were there, in the order asked for. */
export function deleteLinks({ db, clock }: Pick<Deps, 'db' | 'clock'>, project: Project, linkIds: string[]): Promise<string[]> {
  return changingProject(db, project, async (tx) => {
    const held = await holdLinks(tx, project.id, linkIds)
    await emptyHeldLinks(tx, project.id, held, clock.now())
    await giveBackLinkAllowance(tx, project.id, held.length)
    const deleted = new Set(held)
    return linkIds.filter((id) => deleted.has(id))
  })
}
