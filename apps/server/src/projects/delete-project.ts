import { isLastActive } from '@linkshelf/contract'
import { changingOrganization, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteProjectRow, lockProjects } from './project-table.ts'

/** Its links go with it; their slugs are retired, never given out again. Refuses the last active project of an organization. */
export async function deleteProject({ db }: Pick<Deps, 'db'>, project: Project): Promise<void> {
  await changingOrganization(db, project.organizationId, async (tx) => {
    const projects = await lockProjects(tx, project.organizationId)
    if (!projects.some(({ id }) => id === project.id)) fail('NOT_FOUND')
    if (isLastActive(projects, project.id)) fail('PROJECT_LAST_ACTIVE_DELETE')
    await deleteProjectRow(tx, project.organizationId, project.id)
  })
}
