import type { ProductImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api.ts'
import { readOnlyMutation } from '../../../broadcast-changes.ts'
import { saveFile } from '../../../ui/browser/save-file.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { importListQuery } from './import-queries.ts'

/** Stores a changed import in the cached list, in front when it is new. */
function useCachedImports(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const { queryKey } = importListQuery(scope)
  return {
    store: (changed: ProductImport) =>
      void queryClient.setQueryData(queryKey, (list: ProductImport[] = []) =>
        list.some(({ import_id }) => import_id === changed.import_id)
          ? list.map((one) => (one.import_id === changed.import_id ? changed : one))
          : [changed, ...list],
      ),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
  }
}

/** Its error is shown beside the file field. */
export function useUploadImport(scope: ProjectScope) {
  const { store } = useCachedImports(scope)
  return useMutation({
    mutationFn: (file: File) => api.productImports.create.call({ params: scope, body: { file } }),
    onSuccess: store,
  })
}

export function useStartImport(scope: ProjectScope) {
  const { store } = useCachedImports(scope)
  return useMutation({
    mutationFn: ({ importId, createsCategories }: { importId: string; createsCategories: boolean }) =>
      api.productImports.start.call({ params: { ...scope, importId }, body: { create_categories: createsCategories } }),
    onSuccess: store,
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

export function useDeleteImport(scope: ProjectScope) {
  const { refetch } = useCachedImports(scope)
  return useMutation({
    mutationFn: (importId: string) => api.productImports.delete.call({ params: { ...scope, importId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be deleted. Please try again.' }),
    onSettled: refetch,
  })
}

/** Downloads the rows that were rejected or imported in part. */
export function useImportReport(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async (importId: string) => {
      const { body } = await api.productImports.report.call({ params: { ...scope, importId } })
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The report could not be downloaded. Please try again.' }),
  })
}
