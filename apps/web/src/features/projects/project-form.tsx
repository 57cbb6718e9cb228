import { type Project, projectDescriptionMaxLength, projectDraft, projectMessages, projectNameMaxLength } from '@linkshelf/contract'
import { Textarea, TextInput } from '@mantine/core'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { showErrorToast } from '../../ui/toast.tsx'
import { useContractForm } from '../../ui/use-contract-form.ts'
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
    initialValues: { name: project?.name ?? '', description: project?.description ?? '' },
    send: async (draft) => {
      if (project === undefined) await creation.mutateAsync(draft)
      else if (draft.name !== project.name || draft.description !== project.description) await update.mutateAsync({ project, draft })
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
        description="What its links are for."
        required
        rows={3}
        maxLength={projectDescriptionMaxLength}
        {...field('description')}
      />
    </DialogForm>
  )
}
