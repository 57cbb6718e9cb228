import { amazonMigrationMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** Returns a function that refetches all queries, because a migration also changes the destinations of links. */
function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries()
}

/** Starts a migration. Errors are handled by the form, or by the `onError` that is passed to `mutate`. */
export function useStartMigration(scope: ProjectScope) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => api.amazonMigrations.start.call({ params: scope }),
    onSuccess: ({ linksFound }) =>
      void showToast({ title: amazonMigrationMessages.started, message: `Checking ${formatCount(linksFound, 'link')}` }),
    onSettled: refetch,
  })
}

export function useStopMigration(scope: ProjectScope) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (migrationId: string) => api.amazonMigrations.stop.call({ params: { ...scope, migrationId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The migration could not be stopped. Please try again.' }),
    onSettled: refetch,
  })
}

export function useUndoMigration(scope: ProjectScope) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (migrationId: string) => api.amazonMigrations.undo.call({ params: { ...scope, migrationId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The migration could not be undone. Please try again.' }),
    onSettled: refetch,
  })
}

/** Downloads a report with the outcome of each link. */
export function useMigrationReport(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async (migrationId: string) => {
      const { body } = await api.amazonMigrations.report.call({ params: { ...scope, migrationId } })
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The report could not be downloaded. Please try again.' }),
  })
}
