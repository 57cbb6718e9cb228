import type { Project } from '@linkshelf/contract'
import { IconArchive, IconArchiveOff, IconFolder, IconPencil, IconTrash } from '@tabler/icons-react'
import { projectLabel, type Selection } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { makeOpenProjectDialog, type ProjectDialogKind } from '../../features/projects/open-project-dialog.ts'
import { useCan } from '../../session/permissions.tsx'
import { useSwitchFromProject } from '../settings/use-switch-from-project.ts'
import type { PaletteAction, PaletteEntity } from './palette-groups.ts'

export const projectActionLabels = ['Edit project', 'Archive project', 'Unarchive project', 'Delete project']

/** Returns every project of every organization. The projects of the current organization can be changed. */
export function useProjectEntities({ organization }: Selection): PaletteEntity[] {
  const { organizations, current, choose } = useSelection()
  const open = makeOpenProjectDialog(organization, useSwitchFromProject(organization))

  function dialog(kind: ProjectDialogKind, label: string, project: Project, Icon: PaletteAction['Icon']): PaletteAction {
    return { id: `${kind} ${project.id}`, label, Icon, run: (opener) => open(kind, project, opener) }
  }

  const [canChange, canDelete] = [useCan('projects.update'), useCan('projects.delete')]

  function actionsOf(project: Project): PaletteAction[] {
    const isActive = project.status === 'active'
    if (!canChange) return []
    return [
      dialog('edit', 'Edit project', project, IconPencil),
      dialog('archive', isActive ? 'Archive project' : 'Unarchive project', project, isActive ? IconArchive : IconArchiveOff),
      ...(canDelete ? [dialog('delete', 'Delete project', project, IconTrash)] : []),
    ]
  }

  return organizations.flatMap((owner) =>
    owner.projects.map((project) => ({
      id: project.id,
      label: projectLabel(organizations, { organization: owner, project }),
      description: project.id === current?.project.id ? 'Current project' : 'Switch to this project',
      Icon: IconFolder,
      run: () => choose({ organization: owner, project }),
      actions: owner.id === organization.id ? actionsOf(project) : [],
    })),
  )
}
