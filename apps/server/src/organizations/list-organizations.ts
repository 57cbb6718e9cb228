import type { Organization, OrganizationId } from '@linkshelf/contract'
import { fail, read, type UserContext } from '../access/index.ts'
import { selectLinkCounts } from '../links/index.ts'
import { selectProjects, toProject } from '../projects/index.ts'
import { selectOrganizationsOf } from './organization-table.ts'

/** The organizations a user belongs to, oldest membership first, each with its projects, oldest first. */
export async function listOrganizations(ctx: UserContext): Promise<Organization[]> {
  const [organizations, projects, linkCounts] = await read(ctx, async (tx) => {
    const rows = await selectOrganizationsOf(tx, ctx.actor.userId)
    const ids = rows.map((row) => row.id)
    return [rows, await selectProjects(tx, ids), await selectLinkCounts(tx, ids)] as const
  })

  return organizations.map(({ deletion_reminded_at: _, ...row }) => ({
    ...row,
    deletes_at: row.deletes_at?.toISOString() ?? null,
    organization_id: row.id,
    projects: projects
      .filter((project) => project.organization_id === row.id)
      .map((project) => toProject(project, linkCounts.get(project.id) ?? 0)),
  }))
}

/** Throws NOT_FOUND when the user does not belong to it. */
export async function getOrganization(ctx: UserContext, id: OrganizationId): Promise<Organization> {
  return (await listOrganizations(ctx)).find((organization) => organization.id === id) ?? fail('NOT_FOUND')
}
