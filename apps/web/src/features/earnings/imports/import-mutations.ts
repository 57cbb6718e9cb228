import type { DateOrder, EarningsImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { useCacheImport } from '../../../ui/imports/file-import.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { earningsImportsQuery } from '../earnings-queries.ts'

const useCacheChangedImport = (scope: ProjectScope) => useCacheImport<EarningsImport>(earningsImportsQuery(scope).queryKey)

/** Its error is shown beside the file field. */
export function useUploadReport(scope: ProjectScope) {
  return useMutation({
    mutationFn: (file: File) => api.earningsImports.create.call({ params: scope, body: { file } }),
    onSuccess: useCacheChangedImport(scope),
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
    onSuccess: useCacheChangedImport(scope),
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
export function useRejectedRows(scope: ProjectScope, importId: string) {
  return useFileDownload(
    () => api.earningsImports.report.call({ params: { ...scope, earningsImportId: importId } }),
    'The report could not be downloaded. Please try again.',
  )
}
