import type { Project } from '@linkshelf/contract'
import type { ProjectRow } from './project-table.ts'

export function toProject(row: ProjectRow, linkCount: number): Project {
  return { ...toAuditedProject(row), link_count: linkCount }
}

/** Returns the project as the audit log stores it. */
export function toAuditedProject(row: ProjectRow): Omit<Project, 'link_count'> {
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
