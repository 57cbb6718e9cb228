import { isLastActive } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { deleteProjectRow, lockProjectsForUpdate } from './project-table.ts'
import { toAuditedProject } from './to-project.ts'

/**
 * Deletes the project's links too; their slugs are never used again. Throws PROJECT_LAST_ACTIVE_DELETE for the last
 * active project. Owners only.
 */
export function deleteProject(ctx: ProjectContext): Promise<void> {
  const { organization, project } = ctx
  const mutation = { action: 'project.delete', entity: 'project', entityId: project.id, lock: 'organization' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const projects = await lockProjectsForUpdate(tx, organization.id)
    const before = projects.find(({ id }) => id === project.id) ?? fail('NOT_FOUND')
    if (isLastActive(projects, project.id)) fail('PROJECT_LAST_ACTIVE_DELETE')
    change.before = toAuditedProject(before)
    await deleteProjectRow(tx, organization.id, project.id)
  })
}
