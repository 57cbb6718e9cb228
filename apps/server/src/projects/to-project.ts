import type { Project } from '@linkshelf/contract'
import type { ProjectRow } from './project-table.ts'

export function toProject(row: ProjectRow): Project {
  return {
    project_id: row.id,
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    organization_id: row.organization_id,
    organizationId: row.organization_id,
  }
}
