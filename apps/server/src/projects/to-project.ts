import type { Project } from '@linkshelf/contract'
import type { ProjectRow } from './project-table.ts'

export function toProject(row: ProjectRow): Project {
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
