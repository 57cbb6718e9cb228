import { isLastActive, type Project } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../access/index.ts'
import { archiveAllLinks } from '../links/index.ts'
import { lockProjectForUpdate, lockProjectsForUpdate, updateProjectRow } from './project-table.ts'
import { toProject } from './to-project.ts'

/** Archives the project's links too. Throws PROJECT_LAST_ACTIVE_ARCHIVE for the last active project of an organization. */
export function archiveProject(ctx: ProjectContext): Promise<Project> {
  const { organization, project } = ctx
  const mutation = { action: 'project.archive', entity: 'project', entityId: project.id, lock: 'organization' } as const
  return mutate(ctx, mutation, async (tx, change) => {
    const projects = await lockProjectsForUpdate(tx, organization.id)
    const before = projects.find(({ id }) => id === project.id) ?? fail('NOT_FOUND')
    if (isLastActive(projects, project.id)) fail('PROJECT_LAST_ACTIVE_ARCHIVE')
    await archiveAllLinks(tx, project.id)
    const after = await updateProjectRow(tx, organization.id, project.id, { status: 'archived' })
    Object.assign(change, { before: toProject(before), after: toProject(after) })
    return toProject(after)
  })
}

/** The project's links stay archived. */
export function unarchiveProject(ctx: ProjectContext): Promise<Project> {
  const { organization, project } = ctx
  return mutate(ctx, { action: 'project.unarchive', entity: 'project', entityId: project.id }, async (tx, change) => {
    const before = (await lockProjectForUpdate(tx, organization.id, project.id)) ?? fail('NOT_FOUND')
    const after = await updateProjectRow(tx, organization.id, project.id, { status: 'active' })
    Object.assign(change, { before: toProject(before), after: toProject(after) })
    return toProject(after)
  })
}
