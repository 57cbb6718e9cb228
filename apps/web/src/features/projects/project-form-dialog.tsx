import { type Project, projectDescriptionMaxLength, projectMessages, projectNameMaxLength } from '@linkshelf/contract'
import { Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useCreateProject, useEditProject } from './project-mutations.ts'

interface ProjectFormDialogProps extends DialogProps {
  orgId: string
  /** Left out for a new one. */
  project?: Project
}

export function ProjectFormDialog({ orgId, project, ...dialog }: ProjectFormDialogProps) {
  const nameField = useRef<HTMLInputElement>(null)
  const descriptionField = useRef<HTMLTextAreaElement>(null)
  const [typedName, setTypedName] = useState(project?.name ?? '')
  const [typedDescription, setTypedDescription] = useState(project?.description ?? '')
  const [wasAsked, setAsked] = useState(false)
  const creation = useCreateProject(orgId)
  const edition = useEditProject()
  const draft = { name: typedName.trim(), description: typedDescription.trim() }

  function submit(): void {
    setAsked(true)
    const outcome = { onSuccess: dialog.onClose }
    if (draft.name === '') nameField.current?.focus()
    else if (draft.description === '') descriptionField.current?.focus()
    else if (project === undefined) creation.mutate(draft, outcome)
    else if (draft.name === project.name && draft.description === project.description) dialog.onClose()
    else edition.mutate({ project, draft }, outcome)
  }

  // One sentence speaks of both fields; it stands under the first that is empty.
  const isNameMissing = wasAsked && draft.name === ''
  const isDescriptionMissing = wasAsked && draft.description === ''

  return (
    <FormDialog
      {...dialog}
      title={project === undefined ? 'Add Project' : 'Edit Project'}
      action={project === undefined ? 'Add Project' : 'Save'}
      isWorking={creation.isPending || edition.isPending}
      onSubmit={submit}
    >
      <TextInput
        ref={nameField}
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={projectNameMaxLength}
        value={typedName}
        error={isNameMissing && projectMessages.fieldsRequired}
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <Textarea
        ref={descriptionField}
        mt="md"
        label="Description"
        description="What the links in it are for."
        required
        rows={3}
        maxLength={projectDescriptionMaxLength}
        value={typedDescription}
        error={isDescriptionMissing && (isNameMissing || projectMessages.fieldsRequired)}
        onChange={(event) => setTypedDescription(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
