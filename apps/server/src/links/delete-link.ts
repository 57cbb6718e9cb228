import { inProject, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { giveBackLinkAllowance } from './link-allowance.ts'
import { emptyLink } from './link-table.ts'

/** For good: visitors get 410 from then on, and the slug is never given out again. */
export async function deleteLink({ db, clock }: Pick<Platform, 'db' | 'clock'>, project: Project, linkId: string): Promise<void> {
  await inProject(db, project, async (tx) => {
    if (!(await emptyLink(tx, project.id, linkId, clock.now()))) refuse('LINK_NOT_FOUND')
    await giveBackLinkAllowance(tx, project.id)
  })
}
