// Every statement that touches `projects` is here.
import type { ProjectUpdate } from '@linkshelf/contract'
import type { Generated } from 'kysely'
import type { Tx } from '../platform/postgres/postgres.ts'

export type ProjectStatus = 'active' | 'archived'

declare module '../platform/postgres/postgres.ts' {
  interface Tables {
    projects: {
      id: string
      organization_id: string
      name: string
      description: string
      status: Generated<ProjectStatus>
      created_at: Date
    }
  }
}

export interface ProjectRow {
  id: string
  organization_id: string
  name: string
  description: string
  status: ProjectStatus
}

const projectColumns = ['id', 'organization_id', 'name', 'description', 'status'] as const

export interface NewProject {
  id: string
  name: string
  description: string
  createdAt: Date
}

export function insertProject(tx: Tx, organizationId: string, project: NewProject): Promise<ProjectRow> {
  return tx
    .insertInto('projects')
    .values({
      id: project.id,
      organization_id: organizationId,
      name: project.name,
      description: project.description,
      created_at: project.createdAt,
    })
    .returning(projectColumns)
    .executeTakeFirstOrThrow()
}

/** Oldest first. Relies on projects_organization_id_idx. */
export function selectProjects(tx: Tx, organizationIds: string[]): Promise<ProjectRow[]> {
  if (organizationIds.length === 0) return Promise.resolve([])
  return tx
    .selectFrom('projects')
    .select(projectColumns)
    .where('organization_id', 'in', organizationIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * The organization's projects, held against change until the transaction ends: whether one is the last active one can't be asked by two at once.
 */
export function lockProjects(tx: Tx, organizationId: string): Promise<ProjectRow[]> {
  return tx.selectFrom('projects').select(projectColumns).where('organization_id', '=', organizationId).orderBy('id').forUpdate().execute()
}

export function updateProject(
  tx: Tx,
  organizationId: string,
  projectId: string,
  change: ProjectUpdate & { status?: ProjectStatus },
): Promise<ProjectRow | undefined> {
  return tx
    .updateTable('projects')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', projectId)
    .returning(projectColumns)
    .executeTakeFirst()
}

export async function deleteProjectRow(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await tx.deleteFrom('projects').where('organization_id', '=', organizationId).where('id', '=', projectId).execute()
}
