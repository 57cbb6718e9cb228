import type { Organization, Project } from '@linkshelf/contract'
import { toFirstSelection } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'

/**
 * Returns a function to call after a project was archived or deleted. If the project was the current project, the
 * function makes the organization's default project the current project, and returns true.
 */
export function useSwitchFromProject(organization: Organization): (project: Project, because: string) => boolean {
  const { current, choose } = useSelection()
  return (project, because) => {
    const next = toFirstSelection({ ...organization, projects: organization.projects.filter(({ id }) => id !== project.id) })
    if (project.id !== current?.project.id || next === undefined) return false
    choose({ ...next, organization }, because)
    return true
  }
}
