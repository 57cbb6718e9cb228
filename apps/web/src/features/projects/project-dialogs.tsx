import { errorCatalogue, isLastActive, type Project, projectMessages } from '@linkshelf/contract'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { ProjectFormDialog } from './project-form-dialog.tsx'
import { type SwitchFromProject, useArchiveProject } from './project-mutations.ts'

export type ProjectDialogKind = 'add' | 'edit' | 'archive' | 'delete'

interface ProjectDialogsProps extends DialogProps {
  orgId: string
  /** All of the organization. */
  projects: readonly Project[]
  kind: ProjectDialogKind
  project: Project | undefined
  leave: SwitchFromProject
  onAdd: () => void
}

export function ProjectDialogs({ orgId, projects, kind, project, leave, onAdd, ...dialog }: ProjectDialogsProps) {
  // What is known changes as the answer comes; the question stays the one that was opened.
  const [isInTheWay] = useState(() => project !== undefined && isLastActive(projects, project.id))

  if (project === undefined || kind === 'add' || kind === 'edit') return <ProjectFormDialog {...dialog} orgId={orgId} project={project} />
  if (isInTheWay) return <LastActiveDialog {...dialog} kind={kind} onAdd={onAdd} />
  return kind === 'delete' ? (
    <DeleteProjectDialog {...dialog} project={project} leave={leave} />
  ) : (
    <ArchiveProjectDialog {...dialog} project={project} leave={leave} />
  )
}

/** What stands in the way, with the way around it. */
function LastActiveDialog({ kind, onAdd, ...dialog }: DialogProps & { kind: 'archive' | 'delete'; onAdd: () => void }) {
  return (
    <ConfirmDialog
      {...dialog}
      title={kind === 'delete' ? projectMessages.cannotDelete : projectMessages.cannotArchive}
      action="Add Project"
      onConfirm={onAdd}
    >
      {errorCatalogue[kind === 'delete' ? 'PROJECT_LAST_ACTIVE_DELETE' : 'PROJECT_LAST_ACTIVE_ARCHIVE'].message}
    </ConfirmDialog>
  )
}

function ArchiveProjectDialog({ project, leave, ...dialog }: DialogProps & { project: Project; leave: SwitchFromProject }) {
  const archive = useArchiveProject(leave)
  const isArchived = project.status === 'archived'

  function confirm(): void {
    archive.mutate(project, { onSettled: dialog.onClose })
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={isArchived ? 'Unarchive Project' : 'Archive Project'}
      action={isArchived ? 'Unarchive' : 'Archive'}
      isWorking={archive.isPending}
      onConfirm={confirm}
    >
      {isArchived ? (
        <>
          <strong>{project.name}</strong> can be chosen again. Its links stay archived: unarchive those you want back in your list.
        </>
      ) : (
        <>
          <strong>{project.name}</strong> and all its links are archived. Visitors are still redirected, and clicks are kept. Unarchiving
          the project later does not unarchive its links.
        </>
      )}
    </ConfirmDialog>
  )
}
