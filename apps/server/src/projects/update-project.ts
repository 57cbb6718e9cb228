import type { Project, ProjectUpdate } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { lockProjectForUpdate, updateProjectRow } from './project-table.ts'
import { toProject } from './to-project.ts'

export function updateProject(ctx: ProjectContext, update: ProjectUpdate): Promise<Project> {
  const { organization, project } = ctx
  return mutate(ctx, { action: 'project.update', entity: 'project', entityId: project.id }, async (tx, change) => {
    const before = (await lockProjectForUpdate(tx, organization.id, project.id)) ?? fail('NOT_FOUND')
    const after = Object.keys(update).length === 0 ? before : await updateProjectRow(tx, organization.id, project.id, update)
    Object.assign(change, { before: toProject(before), after: toProject(after) })
    return toProject(after)
  })
}
