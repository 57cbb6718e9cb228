import type { Organization, Project } from '@linkshelf/contract'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import type { SwitchFromProject } from './project-mutations.ts'

export type ProjectDialogKind = 'add' | 'edit' | 'archive' | 'delete'

/** Opens a dialog about a project, or about a new one; the focus returns to `opener`. */
export type OpenProjectDialog = (kind: ProjectDialogKind, project: Project | undefined, opener: HTMLElement) => void

export function makeOpenProjectDialog(organization: Organization, switchFrom: SwitchFromProject): OpenProjectDialog {
  const open: OpenProjectDialog = (kind, project, opener) =>
    void openDialog(
      () =>
        import('./project-dialogs.tsx').then(({ projectDialog }) =>
          projectDialog({ organization, kind, project, switchFrom, onAdd: () => open('add', undefined, opener) }),
        ),
      opener,
    )
  return open
}
