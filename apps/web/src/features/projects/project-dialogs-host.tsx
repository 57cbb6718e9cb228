import type { Organization, Project } from '@linkshelf/contract'
import { type OpenDialog, useDialogHost } from '../../ui/dialog-host.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { ProjectDialogKind } from './project-dialogs.tsx'
import type { SwitchFromProject } from './project-mutations.ts'

/** Adding is about no project yet. */
export type OpenProjectDialog = OpenDialog<ProjectDialogKind, Project | undefined>

const ProjectDialogs = lazyComponent(() => import('./project-dialogs.tsx').then((module) => module.ProjectDialogs))

/** Opens the dialogs of a project of this organization; their code loads with the first one. */
export function useProjectDialogs(
  { id, projects }: Organization,
  leave: SwitchFromProject,
): { open: OpenProjectDialog; dialogs: React.ReactNode } {
  return useDialogHost<ProjectDialogKind, Project | undefined>(({ kind, thing, dialog, askInstead }) => (
    <ProjectDialogs
      orgId={id}
      projects={projects}
      kind={kind}
      project={thing}
      leave={leave}
      onAdd={() => askInstead('add', undefined)}
      {...dialog}
    />
  ))
}
