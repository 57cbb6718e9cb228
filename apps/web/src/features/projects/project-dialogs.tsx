import { errorCatalogue, isLastActive, type Organization, type Project, projectMessages } from '@linkshelf/contract'
import { ConfirmForm, ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { DeleteProjectForm } from './delete-project-form.tsx'
import { ProjectForm } from './project-form.tsx'
import { type SwitchFromProject, useArchiveProject } from './project-mutations.ts'

interface ProjectDialogOptions {
  organization: Organization
  kind: 'add' | 'edit' | 'archive' | 'delete'
  project: Project | undefined
  switchFrom: SwitchFromProject
  onAdd: () => void
}

export function projectDialog({ organization, kind, project, switchFrom, onAdd }: ProjectDialogOptions): Dialog {
  if (project === undefined || kind === 'add' || kind === 'edit') {
    return {
      title: project === undefined ? 'Add Project' : 'Edit Project',
      body: (close) => <ProjectForm orgId={organization.id} project={project} onClose={close} />,
    }
  }
  if (isLastActive(organization.projects, project.id)) return lastActiveDialog(kind, onAdd)
  if (kind === 'delete') {
    return { title: 'Delete Project', body: (close) => <DeleteProjectForm project={project} switchFrom={switchFrom} onClose={close} /> }
  }
  return {
    title: project.status === 'archived' ? 'Unarchive Project' : 'Archive Project',
    body: (close) => <ArchiveProjectForm project={project} switchFrom={switchFrom} onClose={close} />,
  }
}

/** Says why the last active project cannot be archived or deleted, and offers to add another. */
function lastActiveDialog(kind: 'archive' | 'delete', onAdd: () => void): Dialog {
  return {
    title: kind === 'delete' ? projectMessages.cannotDelete : projectMessages.cannotArchive,
    body: (close) => (
      <ConfirmForm action="Add Project" onConfirm={onAdd} onClose={close}>
        {errorCatalogue[kind === 'delete' ? 'PROJECT_LAST_ACTIVE_DELETE' : 'PROJECT_LAST_ACTIVE_ARCHIVE'].message}
      </ConfirmForm>
    ),
  }
}

interface ArchiveProjectFormProps {
  project: Project
  switchFrom: SwitchFromProject
  onClose: () => void
}

function ArchiveProjectForm({ project, switchFrom, onClose }: ArchiveProjectFormProps) {
  const archive = useArchiveProject(switchFrom)
  const isArchived = project.status === 'archived'

  return (
    <ConfirmMutation action={isArchived ? 'Unarchive' : 'Archive'} mutation={archive} subject={project} onClose={onClose}>
      {isArchived ? (
        <>
          <strong>{project.name}</strong> can be selected again. Its links stay archived: unarchive those you want back in your list.
        </>
      ) : (
        <>
          <strong>{project.name}</strong> and all its links are archived. Visitors are still redirected, and clicks are still recorded.
          Unarchiving the project later does not unarchive its links.
        </>
      )}
    </ConfirmMutation>
  )
}
