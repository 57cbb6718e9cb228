import type { DateOrder, EarningsImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api.ts'
import { readOnlyMutation } from '../../../broadcast-changes.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { earningsImportsQuery } from '../earnings-queries.ts'

/** Stores a changed import in the cached list, in front when it is new. */
function useCachedImports(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const { queryKey } = earningsImportsQuery(scope)
  return (changed: EarningsImport) =>
    void queryClient.setQueryData(queryKey, (list: EarningsImport[] = []) =>
      list.some(({ import_id }) => import_id === changed.import_id)
        ? list.map((one) => (one.import_id === changed.import_id ? changed : one))
        : [changed, ...list],
    )
}

/** Its error is shown beside the file field. */
export function useUploadReport(scope: ProjectScope) {
  return useMutation({
    mutationFn: (file: File) => api.earningsImports.create.call({ params: scope, body: { file } }),
    onSuccess: useCachedImports(scope),
  })
}

export interface StartedImport {
  importId: string
  dateOrder: DateOrder | undefined
  currency: string | undefined
}

export function useStartImport(scope: ProjectScope) {
  return useMutation({
    mutationFn: ({ importId, dateOrder, currency }: StartedImport) =>
      api.earningsImports.start.call({
        params: { ...scope, earningsImportId: importId },
        body: { ...(dateOrder && { date_order: dateOrder }), ...(currency && { currency }) },
      }),
    onSuccess: useCachedImports(scope),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

/** Removes an import with what it brought. `fileName`: for the toast; undefined for one that brought nothing. */
export function useUndoImport(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ importId }: { importId: string; fileName?: string }) =>
      api.earningsImports.delete.call({ params: { ...scope, earningsImportId: importId } }),
    onSuccess: (_done, { fileName }) => {
      if (fileName !== undefined) void showToast({ title: 'Import undone', message: fileName })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be undone. Please try again.' }),
    onSettled: () =>
      Promise.all([api.earningsImports.key(), api.earnings.key()].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

/** Downloads the rows that were rejected. */
export function useRejectedRows(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async (importId: string) => {
      const { body } = await api.earningsImports.report.call({ params: { ...scope, earningsImportId: importId } })
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The report could not be downloaded. Please try again.' }),
  })
}
