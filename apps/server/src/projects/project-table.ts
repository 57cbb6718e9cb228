// Every statement that writes `projects`. `mutate`, in the access module, locks the rows.
import type { DomainId, OrganizationId, ProjectId, ProjectUpdate } from '@linkshelf/contract'
import type { Generated, Selectable } from 'kysely'
import type { Tables, Tx } from '../platform/postgres/postgres.ts'

export type ProjectStatus = 'active' | 'archived'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    projects: {
      id: ProjectId
      organization_id: OrganizationId
      name: string
      description: string
      status: Generated<ProjectStatus>
      time_zone: Generated<string>
      primary_domain_id: DomainId | null
      created_at: Date
    }
  }
}

const projectColumns = ['id', 'organization_id', 'name', 'description', 'status', 'time_zone', 'primary_domain_id'] as const

export type ProjectRow = Pick<Selectable<Tables['projects']>, (typeof projectColumns)[number]>

export interface NewProject {
  id: ProjectId
  name: string
  description: string
  /** Active by default. */
  status?: ProjectStatus
  /** UTC by default. */
  timeZone?: string | undefined
  createdAt: Date
}

export function insertProject(tx: Tx, organizationId: OrganizationId, project: NewProject): Promise<ProjectRow> {
  return tx
    .insertInto('projects')
    .values({
      id: project.id,
      organization_id: organizationId,
      name: project.name,
      description: project.description,
      created_at: project.createdAt,
      ...(project.status && { status: project.status }),
      ...(project.timeZone && { time_zone: project.timeZone }),
    })
    .returning(projectColumns)
    .executeTakeFirstOrThrow()
}

/** Selects the projects, oldest first. Relies on projects_organization_id_idx. */
export function selectProjects(tx: Tx, organizationIds: OrganizationId[]): Promise<ProjectRow[]> {
  if (organizationIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('projects')
    .select(projectColumns)
    .where('organization_id', 'in', organizationIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function hasProject(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<boolean> {
  const projects = tx.selectFrom('projects').select('id').where('organization_id', '=', organizationId)
  return (await projects.where('id', '=', projectId).executeTakeFirst()) !== undefined
}

/**
 * Selects the organization's projects and locks them until the transaction ends. Otherwise two transactions could
 * archive or delete the last two active projects at the same time, because each would see the other project as active.
 */
export function lockProjectsForUpdate(tx: Tx, organizationId: OrganizationId): Promise<ProjectRow[]> {
  return tx.selectFrom('projects').select(projectColumns).where('organization_id', '=', organizationId).orderBy('id').forUpdate().execute()
}

/** Selects the project and locks it until the transaction ends. Returns undefined if it does not exist. */
export function lockProjectForUpdate(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<ProjectRow | undefined> {
  return tx
    .selectFrom('projects')
    .select(projectColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The caller must have locked the project. */
export function updateProjectRow(
  tx: Tx,
  organizationId: OrganizationId,
  projectId: ProjectId,
  change: Omit<ProjectUpdate, 'archived'> & Partial<Pick<ProjectRow, 'status' | 'primary_domain_id'>>,
): Promise<ProjectRow> {
  return tx
    .updateTable('projects')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', projectId)
    .returning(projectColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteProjectRow(tx: Tx, organizationId: OrganizationId, projectId: ProjectId): Promise<void> {
  await tx.deleteFrom('projects').where('organization_id', '=', organizationId).where('id', '=', projectId).execute()
}
