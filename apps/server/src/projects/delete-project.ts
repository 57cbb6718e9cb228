import { isLastActive } from '@linkshelf/contract'
import { changingOrganization, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteProjectRow, lockProjects } from './project-table.ts'

/** Its links go with it; their slugs are retired, never given out again. Refuses the last active project of an organization. */
export async function deleteProject({ db }: Pick<Platform, 'db'>, project: Project): Promise<void> {
  await changingOrganization(db, project.organizationId, async (tx) => {
    const projects = await lockProjects(tx, project.organizationId)
    if (!projects.some(({ id }) => id === project.id)) refuse('NOT_FOUND')
    if (isLastActive(projects, project.id)) refuse('PROJECT_LAST_ACTIVE_DELETE')
    await deleteProjectRow(tx, project.organizationId, project.id)
  })
}
