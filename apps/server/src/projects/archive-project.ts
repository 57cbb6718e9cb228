import { isLastActive, type Project as ShownProject } from '@linkshelf/contract'
import { changingOrganization, changingProject, fail, type Project } from '../access/index.ts'
import { archiveEveryLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'
import { lockProjects, updateProject } from './project-table.ts'
import { showProject } from './show-project.ts'

/** Archives the project's links with it. Refuses the last active project of an organization. */
export async function archiveProject({ db }: Pick<Deps, 'db'>, project: Project): Promise<ShownProject> {
  const row = await changingOrganization(db, project.organizationId, async (tx) => {
    if (isLastActive(await lockProjects(tx, project.organizationId), project.id)) fail('PROJECT_LAST_ACTIVE_ARCHIVE')
    await archiveEveryLink(tx, project.id)
    return updateProject(tx, project.organizationId, project.id, { status: 'archived' })
  })
  return row ? showProject(row) : fail('NOT_FOUND')
}

/** Its links stay as they are. */
export async function unarchiveProject({ db }: Pick<Deps, 'db'>, project: Project): Promise<ShownProject> {
  const row = await changingProject(db, project, (tx) => updateProject(tx, project.organizationId, project.id, { status: 'active' }))
  return row ? showProject(row) : fail('NOT_FOUND')
}
