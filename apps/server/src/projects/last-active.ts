import type { ProjectRow } from './project-table.ts'

/** True when the project is active and no other of these is. */
export function isLastActive(projects: readonly Pick<ProjectRow, 'id' | 'status'>[], projectId: string): boolean {
  const active = projects.filter((project) => project.status === 'active')
  return active.length === 1 && active[0]?.id === projectId
}
