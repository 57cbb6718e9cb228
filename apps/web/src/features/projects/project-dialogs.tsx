import {
  errorCatalog,
  isLastActive,
  type Organization,
  type Project,
  type ProjectDraft,
  projectDescriptionMaxLength,
  projectDraft,
  projectMessages,
  projectNameMaxLength,
} from '@linkshelf/contract'
import { Textarea, TextInput } from '@mantine/core'
import { closeUnlessCanceled } from '../../ui/error-details.ts'
import { getBrowserTimeZone } from '../../ui/formats/dates.ts'
import { TimeZoneSelect } from '../../ui/forms/time-zone-select.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { ConfirmForm, ConfirmMutation, DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { type Dialog, openDialog } from '../../ui/overlays/dialogs.tsx'
import { TypedNameForm } from '../../ui/overlays/typed-name-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { type SwitchFromProject, useArchiveProject, useCreateProject, useDeleteProject, useUpdateProject } from './project-mutations.ts'

export type ProjectDialogKind = 'edit' | 'archive' | 'delete'

/** Opens a dialog about a project. When it closes, the focus returns to `opener`. */
export type OpenProjectDialog = (kind: ProjectDialogKind, project: Project, opener: HTMLElement) => void

interface ProjectDialogOptions {
  organization: Organization
  switchFrom: SwitchFromProject
  opened: Parameters<OpenProjectDialog>
}

export function projectDialog({ organization, switchFrom, opened: [kind, project, opener] }: ProjectDialogOptions): Dialog {
  const orgId = organization.id
  if (kind === 'edit') {
    return { title: 'Edit project', body: (close) => <ProjectForm orgId={orgId} project={project} onClose={close} /> }
  }
  if (isLastActive(organization.projects, project.id)) {
    return lastActiveDialog(kind, () => void openDialog(async () => addProjectDialog(orgId), opener))
  }
  if (kind === 'delete') {
    return { title: 'Delete project', body: (close) => <DeleteProjectForm project={project} switchFrom={switchFrom} onClose={close} /> }
  }
  return {
    title: project.status === 'archived' ? 'Unarchive project' : 'Archive project',
    body: (close) => <ArchiveProjectForm project={project} switchFrom={switchFrom} onClose={close} />,
  }
}

export function addProjectDialog(orgId: string): Dialog {
  return { title: 'New project', body: (close) => <ProjectForm orgId={orgId} project={undefined} onClose={close} /> }
}

/** Says why the last active project cannot be archived or deleted, and offers to add another project. */
function lastActiveDialog(kind: 'archive' | 'delete', onAdd: () => void): Dialog {
  return {
    title: kind === 'delete' ? projectMessages.cannotDelete : projectMessages.cannotArchive,
    body: (close) => (
      <ConfirmForm action="New project" onConfirm={onAdd} onClose={close}>
        {errorCatalog[kind === 'delete' ? 'PROJECT_LAST_ACTIVE_DELETE' : 'PROJECT_LAST_ACTIVE_ARCHIVE'].message}
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

interface DeleteProjectFormProps {
  project: Project
  switchFrom: SwitchFromProject
  onClose: () => void
}

/** Confirms the deletion of a project. All its links stop working, so the user has to type its name. */
function DeleteProjectForm({ project, switchFrom, onClose }: DeleteProjectFormProps) {
  const deletion = useDeleteProject(switchFrom)
  return (
    <TypedNameForm
      name={project.name}
      isWorking={deletion.isPending}
      onConfirm={() => deletion.mutate(project, { onSettled: closeUnlessCanceled(onClose) })}
      onClose={onClose}
    >
      <strong>{project.name}</strong> and everything in it is deleted. Its links stop working for everyone who has them, and their short
      names are never reused. This cannot be undone.
    </TypedNameForm>
  )
}

interface ProjectFormProps {
  orgId: string
  /** If undefined, the form adds a project. */
  project: Project | undefined
  onClose: () => void
}

function ProjectForm({ orgId, project, onClose }: ProjectFormProps) {
  const creation = useCreateProject(orgId)
  const update = useUpdateProject()
  const { field, submit, isPending } = useContractForm(projectDraft, {
    initialValues: {
      name: project?.name ?? '',
      description: project?.description ?? '',
      time_zone: project?.time_zone ?? getBrowserTimeZone(),
    },
    send: async (draft) => {
      if (project === undefined) await creation.mutateAsync(draft)
      else if (isChanged(project, draft)) await update.mutateAsync({ project, draft })
    },
    onSuccess: onClose,
    onError: (error) =>
      void showErrorToast(error, { fallback: project === undefined ? projectMessages.createFailed : projectMessages.updateFailed }),
  })

  return (
    <DialogForm action={project === undefined ? 'Create project' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput label="Name" required data-autofocus autoComplete="off" maxLength={projectNameMaxLength} {...field('name')} />
      <Textarea
        mt="md"
        label="Description"
        description="The purpose of its links."
        required
        rows={3}
        maxLength={projectDescriptionMaxLength}
        {...field('description')}
      />
      <TimeZoneSelect
        mt="md"
        present={project?.time_zone}
        description="Schedules of its store follow this clock."
        {...field('time_zone')}
      />
    </DialogForm>
  )
}

function isChanged({ name, description, time_zone }: Project, draft: ProjectDraft): boolean {
  return draft.name !== name || draft.description !== description || draft.time_zone !== time_zone
}
