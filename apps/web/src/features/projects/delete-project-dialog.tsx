import type { Project } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { type SwitchFromProject, useDeleteProject } from './project-mutations.ts'

/** All the project's links stop working with it, so its name is typed first. */
export function DeleteProjectDialog({ project, leave, ...dialog }: DialogProps & { project: Project; leave: SwitchFromProject }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const deletion = useDeleteProject(leave)

  function confirm(): void {
    if (typed.trim() === project.name) {
      deletion.mutate(project, { onSettled: dialog.onClose })
      return
    }
    setProblem('Type the name as it is written here')
    field.current?.focus()
  }

  return (
    <ConfirmDialog {...dialog} title="Delete Project" action="Delete" isDangerous isWorking={deletion.isPending} onConfirm={confirm}>
      <strong>{project.name}</strong> is deleted with everything in it. Its links stop working for everyone who has them, and their short
      names are never given out again. This cannot be undone.
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
    </ConfirmDialog>
  )
}
