import { type DomainId, isLastActive, type Project, type ProjectDraft, type ProjectUpdate } from '@linkshelf/contract'
import {
  fail,
  type Mutation,
  mutate,
  type OrganizationContext,
  organizationCall,
  type ProjectContext,
  projectCall,
  read,
} from '../access/index.ts'
import { archiveAllLinks, countProjectLinks } from '../links/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import {
  deleteProjectRow,
  insertProject,
  lockProjectForUpdate,
  lockProjectsForUpdate,
  type ProjectRow,
  selectProjects,
  updateProjectRow,
} from './project-table.ts'

const calls = projectCall.projects

export function projectRoutes(deps: Deps) {
  return {
    create: organizationCall.projects.create.handler(({ context, input }) => createProject(deps, context.ctx, input.body)),
    update: calls.update.handler(({ context, input }) => updateProject(context.ctx, input.body)),
    archive: calls.archive.handler(({ context }) => archiveProject(context.ctx)),
    unarchive: calls.unarchive.handler(({ context }) => unarchiveProject(context.ctx)),
    delete: calls.delete.handler(({ context }) => deleteProject(context.ctx)),
  }
}

export function createProject({ ids }: CoreDeps, ctx: OrganizationContext, draft: ProjectDraft): Promise<Project> {
  const { name, description, archived = false, time_zone } = draft
  return mutate(ctx, { action: 'project.create', entity: 'project' }, async (tx, change) => {
    const row = await insertProject(tx, ctx.organization.id, {
      id: ids.next(),
      name,
      description,
      status: archived ? 'archived' : 'active',
      timeZone: time_zone,
      createdAt: ctx.now,
    })
    change.entityId = row.id
    change.after = toAuditedProject(row)
    return toProject(row, 0)
  })
}

/**
 * Changes the project. Archives or unarchives it like `archiveProject` and `unarchiveProject`, and throws the same
 * errors.
 */
export function updateProject(ctx: ProjectContext, update: ProjectUpdate): Promise<Project> {
  return changeProject(ctx, 'project.update', update)
}

/**
 * Archives the project and all its links. Throws PROJECT_LAST_ACTIVE_ARCHIVE if it is the organization's last active
 * project.
 */
export function archiveProject(ctx: ProjectContext): Promise<Project> {
  return changeProject(ctx, 'project.archive', { archived: true })
}

/** Unarchives the project. Its links remain archived. */
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
    change.before = toAuditedProject(before)
    change.after = toAuditedProject(after)
    return toProject(after, await countProjectLinks(tx, project.id))
  })
}

/**
 * Locks all projects of the organization, so that another project stays active, and returns the project. Throws
 * PROJECT_LAST_ACTIVE_ARCHIVE if no other project is active.
 */
async function lockForArchiving(tx: Tx, { organization, project }: ProjectContext): Promise<ProjectRow | undefined> {
  const projects = await lockProjectsForUpdate(tx, organization.id)
  if (isLastActive(projects, project.id)) fail('PROJECT_LAST_ACTIVE_ARCHIVE')
  return projects.find(({ id }) => id === project.id)
}

/**
 * Deletes the project and its links. The links' slugs are never used again. Throws PROJECT_LAST_ACTIVE_DELETE if it is
 * the last active project. Only owners may call this.
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

export interface PrimaryDomainChange {
  previousId: DomainId | null
  project: Project
}

/** Sets the domain that new links get, within the caller's transaction. Throws NOT_FOUND if the project was deleted. */
export async function updatePrimaryDomain(
  tx: Tx,
  { organization, project }: ProjectContext,
  domainId: DomainId | null,
): Promise<PrimaryDomainChange> {
  const before = (await lockProjectForUpdate(tx, organization.id, project.id)) ?? fail('NOT_FOUND')
  const after = await updateProjectRow(tx, organization.id, project.id, { primary_domain_id: domainId })
  return { previousId: before.primary_domain_id, project: toProject(after, await countProjectLinks(tx, project.id)) }
}

/** Returns the project's name. Throws NOT_FOUND if the project was deleted. */
export async function getProjectName(ctx: ProjectContext): Promise<string> {
  const projects = await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))
  return projects.find(({ id }) => id === ctx.project.id)?.name ?? fail('NOT_FOUND')
}

export function toProject(row: ProjectRow, linkCount: number): Project {
  return { ...toAuditedProject(row), primary_domain_id: row.primary_domain_id, link_count: linkCount }
}

function toAuditedProject(row: ProjectRow): Omit<Project, 'link_count' | 'primary_domain_id'> {
  return {
    project_id: row.id,
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    time_zone: row.time_zone,
    organization_id: row.organization_id,
    organizationId: row.organization_id,
  }
}
