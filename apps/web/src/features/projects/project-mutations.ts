import { type Project, type ProjectDraft, projectMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { type ApiError, isApiError } from '../../api/api-error.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/**
 * Switches to another project when `project` is the current one, and shows why; false when it is not the current one.
 */
export type SwitchFromProject = (project: Project, because: string) => boolean

/** Errors are left to the form. */
export function useCreateProject(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProjectDraft) => api.projects.create.call({ params: { orgId }, body: draft }),
    onSuccess: ({ id, name }) => {
      // The address makes the new project the current one.
      const link = { label: 'Next: Shorten its first link', to: `/?organization=${orgId}&project=${id}` }
      void showToast({ title: 'Project created', message: name, link })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Errors are left to the form. */
export function useUpdateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ project, draft }: { project: Project; draft: ProjectDraft }) =>
      api.projects.update.call({ params: toProjectParams(project), body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Project updated', message: name }),
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Archives a project and its links, or unarchives the project alone. */
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

/** Projects are part of the answer about organizations. */
function invalidateProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.organizations.list.key() })
}

function showRejection(title: string, { message }: ApiError): void {
  void showToast({ title, message, tone: 'bad' })
}
