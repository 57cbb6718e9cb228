import type { ProjectEdit, Project as ShownProject } from '@linkshelf/contract'
import { changingProject, type Project, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectProjects, updateProject } from './project-table.ts'
import { showProject } from './show-project.ts'

export async function editProject({ db }: Pick<Platform, 'db'>, project: Project, edit: ProjectEdit): Promise<ShownProject> {
  const row = await changingProject(db, project, async (tx) =>
    Object.keys(edit).length > 0
      ? updateProject(tx, project.organizationId, project.id, edit)
      : (await selectProjects(tx, [project.organizationId])).find(({ id }) => id === project.id),
  )
  return row ? showProject(row) : refuse('NOT_FOUND')
}
