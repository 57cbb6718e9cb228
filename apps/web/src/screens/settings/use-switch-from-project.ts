import type { Organization, Project } from '@linkshelf/contract'
import { chooseOrganization } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'

/** Makes the organization's default project the current one, after the current project was archived or deleted. */
export function useSwitchFromProject(organization: Organization): (project: Project, because: string) => boolean {
  const { current, choose } = useSelection()
  return (project, because) => {
    const next = chooseOrganization({ ...organization, projects: organization.projects.filter(({ id }) => id !== project.id) })
    if (project.id !== current?.project.id || next === undefined) return false
    choose({ ...next, organization }, because)
    return true
  }
}
