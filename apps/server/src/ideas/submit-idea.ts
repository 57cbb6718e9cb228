import type { IdeaDraft } from '@linkshelf/contract'
import { holdProject, type Person, type Project, refuse, refuseForNow } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { asPersonInTenant } from '../platform/postgres.ts'
import { countIdeasSince, holdPerson, insertIdea } from './idea-table.ts'
import { enqueueIdeaLetter } from './mail-idea.ts'

const ideasPerHour = 20
const hourMs = 3_600_000

/** Keeps the idea and has it mailed to the operator, if there is one to mail to. Refuses more than twenty of one person within an hour. */
export function submitIdea(
  { db, clock, ids }: Pick<Platform, 'db' | 'clock' | 'ids'>,
  project: Pick<Project, 'id' | 'organizationId'>,
  { userId }: Person,
  draft: IdeaDraft,
): Promise<{ id: string }> {
  return asPersonInTenant(db, userId, project.organizationId, async (tx) => {
    await holdProject(tx, project)
    if (!(await holdPerson(tx, userId))) refuse('SIGN_IN_REQUIRED')
    const createdAt = clock.now()
    if ((await countIdeasSince(tx, userId, new Date(createdAt.getTime() - hourMs))) >= ideasPerHour) refuseForNow(hourMs / 1_000)

    const id = ids.next()
    await insertIdea(tx, { id, organizationId: project.organizationId, projectId: project.id, userId, createdAt, ...draft })
    await enqueueIdeaLetter(tx, project, id)
    return { id }
  })
}
