import {
  type Project,
  type ProjectDraft,
  projectDescriptionMaxLength,
  projectDraft,
  projectMessages,
  projectNameMaxLength,
} from '@linkshelf/contract'
import { Textarea, TextInput } from '@mantine/core'
import { ownTimeZone } from '../../ui/formats/dates.ts'
import { TimeZoneSelect } from '../../ui/forms/time-zone-select.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { useCreateProject, useUpdateProject } from './project-mutations.ts'

interface ProjectFormProps {
  orgId: string
  /** Undefined to add one. */
  project: Project | undefined
  onClose: () => void
}

export function ProjectForm({ orgId, project, onClose }: ProjectFormProps) {
  const creation = useCreateProject(orgId)
  const update = useUpdateProject()
  const { field, submit, isPending } = useContractForm(projectDraft, {
    initialValues: { name: project?.name ?? '', description: project?.description ?? '', time_zone: project?.time_zone ?? ownTimeZone() },
    send: async (draft) => {
      if (project === undefined) await creation.mutateAsync(draft)
      else if (isChanged(project, draft)) await update.mutateAsync({ project, draft })
    },
    onSuccess: onClose,
    onError: (error) =>
      void showErrorToast(error, { fallback: project === undefined ? projectMessages.createFailed : projectMessages.updateFailed }),
  })

  return (
    <DialogForm action={project === undefined ? 'Add Project' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={onClose}>
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
