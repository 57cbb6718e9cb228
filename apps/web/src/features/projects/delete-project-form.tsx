import type { Project } from '@linkshelf/contract'
import { closeUnlessCanceled } from '../../ui/errors/error-details.ts'
import { TypedNameForm } from '../../ui/overlays/typed-name-form.tsx'
import { type SwitchFromProject, useDeleteProject } from './project-mutations.ts'

interface DeleteProjectFormProps {
  project: Project
  switchFrom: SwitchFromProject
  onClose: () => void
}

/** All links of the project stop working, so the user has to type its name. */
export function DeleteProjectForm({ project, switchFrom, onClose }: DeleteProjectFormProps) {
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
