import type { ProductImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { useCacheImport } from '../../../ui/imports/file-import.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { importListQuery } from './import-queries.ts'

const useCacheChangedImport = (scope: ProjectScope) => useCacheImport<ProductImport>(importListQuery(scope).queryKey)

/** Its error is shown beside the file field. */
export function useUploadImport(scope: ProjectScope) {
  return useMutation({
    mutationFn: (file: File) => api.productImports.create.call({ params: scope, body: { file } }),
    onSuccess: useCacheChangedImport(scope),
  })
}

export function useStartImport(scope: ProjectScope) {
  return useMutation({
    mutationFn: ({ importId, createsCategories }: { importId: string; createsCategories: boolean }) =>
      api.productImports.start.call({ params: { ...scope, importId }, body: { create_categories: createsCategories } }),
    onSuccess: useCacheChangedImport(scope),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

export function useDeleteImport(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (importId: string) => api.productImports.delete.call({ params: { ...scope, importId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be deleted. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importListQuery(scope).queryKey }),
  })
}

/** Downloads the rows that were rejected or imported in part. */
export function useImportReport(scope: ProjectScope, importId: string) {
  return useFileDownload(
    () => api.productImports.report.call({ params: { ...scope, importId } }),
    'The report could not be downloaded. Please try again.',
  )
}
