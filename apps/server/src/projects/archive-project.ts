import { isLastActive, type Project as ShownProject } from '@linkshelf/contract'
import { changingOrganization, changingProject, type Project, refuse } from '../access/index.ts'
import { archiveEveryLink } from '../links/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockProjects, updateProject } from './project-table.ts'
import { showProject } from './show-project.ts'

/** Archives the project's links with it. Refuses the last active project of an organization. */
export async function archiveProject({ db }: Pick<Platform, 'db'>, project: Project): Promise<ShownProject> {
  const row = await changingOrganization(db, project.organizationId, async (tx) => {
    if (isLastActive(await lockProjects(tx, project.organizationId), project.id)) refuse('PROJECT_LAST_ACTIVE_ARCHIVE')
    await archiveEveryLink(tx, project.id)
    return updateProject(tx, project.organizationId, project.id, { status: 'archived' })
  })
  return row ? showProject(row) : refuse('NOT_FOUND')
}

/** Its links stay as they are. */
export async function unarchiveProject({ db }: Pick<Platform, 'db'>, project: Project): Promise<ShownProject> {
  const row = await changingProject(db, project, (tx) => updateProject(tx, project.organizationId, project.id, { status: 'active' }))
  return row ? showProject(row) : refuse('NOT_FOUND')
}
