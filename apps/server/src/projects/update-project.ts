import { isLastActive, type Project, type ProjectUpdate } from '@linkshelf/contract'
import { fail, type Mutation, mutate, type ProjectContext } from '../access/index.ts'
import { archiveAllLinks, countProjectLinks } from '../links/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockProjectForUpdate, lockProjectsForUpdate, type ProjectRow, updateProjectRow } from './project-table.ts'
import { toAuditedProject, toProject } from './to-project.ts'

/** Archiving and unarchiving are as below. */
export function updateProject(ctx: ProjectContext, update: ProjectUpdate): Promise<Project> {
  return changeProject(ctx, 'project.update', update)
}

/**
 * Archives the project's links too. Throws PROJECT_LAST_ACTIVE_ARCHIVE for the last active project of an organization.
 */
export function archiveProject(ctx: ProjectContext): Promise<Project> {
  return changeProject(ctx, 'project.archive', { archived: true })
}

/** The project's links stay archived. */
export function unarchiveProject(ctx: ProjectContext): Promise<Project> {
  return changeProject(ctx, 'project.unarchive', { archived: false })
}

function changeProject(ctx: ProjectContext, action: Mutation['action'], { archived, ...texts }: ProjectUpdate): Promise<Project> {
  const { organization, project } = ctx
  const mutation: Mutation = { action, entity: 'project', entityId: project.id, ...(archived && { lock: 'organization' }) }
  return mutate(ctx, mutation, async (tx, change) => {
    const before = archived ? await lockForArchiving(tx, ctx) : await lockProjectForUpdate(tx, organization.id, project.id)
    if (before === undefined) fail('NOT_FOUND')
    if (archived) await archiveAllLinks(tx, project.id)
    const values = { ...texts, ...(archived !== undefined && { status: archived ? ('archived' as const) : ('active' as const) }) }
    const after = Object.keys(values).length === 0 ? before : await updateProjectRow(tx, organization.id, project.id, values)
    Object.assign(change, { before: toAuditedProject(before), after: toAuditedProject(after) })
    return toProject(after, await countProjectLinks(tx, project.id))
  })
}

/** All projects of the organization are locked, so another one stays active. */
async function lockForArchiving(tx: Tx, { organization, project }: ProjectContext): Promise<ProjectRow | undefined> {
  const projects = await lockProjectsForUpdate(tx, organization.id)
  if (isLastActive(projects, project.id)) fail('PROJECT_LAST_ACTIVE_ARCHIVE')
  return projects.find(({ id }) => id === project.id)
}
