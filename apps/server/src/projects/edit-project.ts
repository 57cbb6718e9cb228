import type { ProjectUpdate, Project as ShownProject } from '@linkshelf/contract'
import { changingProject, fail, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectProjects, updateProject } from './project-table.ts'
import { showProject } from './show-project.ts'

export async function editProject({ db }: Pick<Deps, 'db'>, project: Project, edit: ProjectUpdate): Promise<ShownProject> {
  const row = await changingProject(db, project, async (tx) =>
    Object.keys(edit).length > 0
      ? updateProject(tx, project.organizationId, project.id, edit)
      : (await selectProjects(tx, [project.organizationId])).find(({ id }) => id === project.id),
  )
  return row ? showProject(row) : fail('NOT_FOUND')
}
