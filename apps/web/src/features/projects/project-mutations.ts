import { type Project, type ProjectDraft, projectMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/**
 * If `project` is the current project, switches to another project and shows `because` as the reason. Returns false if
 * it is not the current project.
 */
export type SwitchFromProject = (project: Project, because: string) => boolean

/** Creates a project. Errors are handled by the form. */
export function useCreateProject(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProjectDraft) => api.projects.create.call({ params: { orgId }, body: draft }),
    onSuccess: ({ id, name }) => {
      // The parameters of this path make the new project the current project.
      const link = { label: 'Next: Shorten its first link', to: `/?organization=${orgId}&project=${id}` }
      void showToast({ title: 'Project created', message: name, link })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Updates a project. Errors are handled by the form. */
export function useUpdateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ project, draft }: { project: Project; draft: ProjectDraft }) =>
      api.projects.update.call({ params: toProjectParams(project), body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Project updated', message: name }),
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Archives a project together with its links, or unarchives only the project. */
export function useArchiveProject(switchFrom: SwitchFromProject) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) =>
      project.status === 'active'
        ? api.projects.archive.call({ params: toProjectParams(project) })
        : api.projects.unarchive.call({ params: toProjectParams(project) }),
    onSuccess: (changed) => {
      const isArchived = changed.status === 'archived'
      if (isArchived) void queryClient.invalidateQueries({ queryKey: api.links.key() })
      if (isArchived && switchFrom(changed, `${changed.name} is archived.`)) return
      void showToast({ title: isArchived ? 'Project archived' : 'Project unarchived', message: changed.name })
    },
    onError: (error) => {
      if (isApiError(error, 'PROJECT_LAST_ACTIVE_ARCHIVE')) showRejection(projectMessages.cannotArchive, error)
      else void showErrorToast(error, { fallback: projectMessages.updateFailed })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Deletes a project with everything in it. */
export function useDeleteProject(switchFrom: SwitchFromProject) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) => api.projects.delete.call({ params: toProjectParams(project) }),
    onSuccess: (_result, project) => {
      if (!switchFrom(project, `${project.name} is deleted.`)) void showToast({ title: 'Project deleted', message: project.name })
    },
    onError: (error) => {
      if (isApiError(error, 'PROJECT_LAST_ACTIVE_DELETE')) showRejection(projectMessages.cannotDelete, error)
      else void showErrorToast(error, { fallback: projectMessages.deleteFailed })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

function toProjectParams({ organization_id: orgId, id: projectId }: Project): { orgId: string; projectId: string } {
  return { orgId, projectId }
}

/** Refetches the organizations, because they contain the projects. */
function invalidateProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.organizations.list.key() })
}

function showRejection(title: string, { message }: ApiError): void {
  void showToast({ title, message, tone: 'bad' })
}
