import type { Project, ProjectDraft } from '@linkshelf/contract'
import { mutate, type OrganizationContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { insertProject } from './project-table.ts'
import { toAuditedProject, toProject } from './to-project.ts'

export function createProject({ ids }: Pick<Deps, 'ids'>, ctx: OrganizationContext, draft: ProjectDraft): Promise<Project> {
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
    Object.assign(change, { entityId: row.id, after: toAuditedProject(row) })
    return toProject(row, 0)
  })
}
