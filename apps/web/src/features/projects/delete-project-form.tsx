import type { Project } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { closeUnlessCanceled } from '../../ui/errors/canceled-error.ts'
import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import { type SwitchFromProject, useDeleteProject } from './project-mutations.ts'

interface DeleteProjectFormProps {
  project: Project
  switchFrom: SwitchFromProject
  onClose: () => void
}

/** All links of the project stop working, so the user has to type its name. */
export function DeleteProjectForm({ project, switchFrom, onClose }: DeleteProjectFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const deletion = useDeleteProject(switchFrom)

  function confirm(): void {
    if (typed.trim() === project.name) {
      deletion.mutate(project, { onSettled: closeUnlessCanceled(onClose) })
      return
    }
    setProblem('Type the name exactly as shown here')
    field.current?.focus()
  }

  return (
    <ConfirmForm action="Delete" isDangerous isWorking={deletion.isPending} onConfirm={confirm} onClose={onClose}>
      <strong>{project.name}</strong> and everything in it is deleted. Its links stop working for everyone who has them, and their short
      names are never reused. This cannot be undone.
      <TextInput
        ref={field}
        mt="md"
        label={`Type “${project.name}” to delete it`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </ConfirmForm>
  )
}
