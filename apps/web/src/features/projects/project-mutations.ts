import { type Project, type ProjectDraft, projectMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { type ApiError, isApiError } from '../../api-error.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'

/** Goes on to another project when this one is shown, and says why; false when it is not shown. */
export type SwitchFromProject = (project: Project, because: string) => boolean

export function useCreateProject(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProjectDraft) => api.projects.create.call({ params: { orgId }, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Project created', message: name }),
    onError: (error) => void showErrorToast(error, { fallback: projectMessages.createFailed }),
    onSettled: () => invalidateProjects(queryClient),
  })
}

export function useEditProject() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ project, draft }: { project: Project; draft: ProjectDraft }) =>
      api.projects.update.call({ params: locationOf(project), body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Project updated', message: name }),
    onError: (error) => void showErrorToast(error, { fallback: projectMessages.updateFailed }),
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Archives a project and its links, or unarchives the project alone. */
export function useArchiveProject(leave: SwitchFromProject) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) =>
      project.status === 'active'
        ? api.projects.archive.call({ params: locationOf(project) })
        : api.projects.unarchive.call({ params: locationOf(project) }),
    onSuccess: (changed) => {
      const isArchived = changed.status === 'archived'
      if (isArchived) void queryClient.invalidateQueries({ queryKey: api.links.key() })
      if (isArchived && leave(changed, `${changed.name} is archived.`)) return
      void showToast({ title: isArchived ? 'Project archived' : 'Project unarchived', message: changed.name })
    },
    onError: (error) => {
      if (isApiError(error, 'PROJECT_LAST_ACTIVE_ARCHIVE')) tellNo(projectMessages.cannotArchive, error)
      else void showErrorToast(error, { fallback: projectMessages.updateFailed })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

/** Deletes a project for good, with all it holds. */
export function useDeleteProject(leave: SwitchFromProject) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (project: Project) => api.projects.delete.call({ params: locationOf(project) }),
    onSuccess: (_nothing, project) => {
      if (!leave(project, `${project.name} is deleted.`)) void showToast({ title: 'Project deleted', message: project.name })
    },
    onError: (error) => {
      if (isApiError(error, 'PROJECT_LAST_ACTIVE_DELETE')) tellNo(projectMessages.cannotDelete, error)
      else void showErrorToast(error, { fallback: projectMessages.deleteFailed })
    },
    onSettled: () => invalidateProjects(queryClient),
  })
}

function locationOf({ organization_id: orgId, id: projectId }: Project): { orgId: string; projectId: string } {
  return { orgId, projectId }
}

/** Projects come with their organizations. */
function invalidateProjects(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: api.organizations.list.key() })
}

function tellNo(title: string, { message }: ApiError): void {
  void showToast({ title, message, tone: 'bad' })
}
