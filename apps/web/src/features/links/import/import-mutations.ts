import type { LinkImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { useCacheImport } from '../../../ui/imports/file-import.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { importListQuery } from './import-queries.ts'

const useCacheChangedImport = (scope: ProjectScope) => useCacheImport<LinkImport>(importListQuery(scope).queryKey)

/** Its error is shown beside the file field. */
export function useUploadImport(scope: ProjectScope) {
  return useMutation({
    mutationFn: (file: File) => api.linkImports.create.call({ params: scope, body: { file } }),
    onSuccess: useCacheChangedImport(scope),
  })
}

export function useStartImport(scope: ProjectScope) {
  return useMutation({
    mutationFn: ({ importId, replacesSlugs }: { importId: string; replacesSlugs: boolean }) =>
      api.linkImports.start.call({ params: { ...scope, linkImportId: importId }, body: { replace_slugs: replacesSlugs } }),
    onSuccess: useCacheChangedImport(scope),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

export function useDeleteImport(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (importId: string) => api.linkImports.delete.call({ params: { ...scope, linkImportId: importId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be deleted. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: importListQuery(scope).queryKey }),
  })
}

/** Downloads the rows that were rejected or imported in part. */
export function useImportReport(scope: ProjectScope, importId: string) {
  return useFileDownload(
    () => api.linkImports.report.call({ params: { ...scope, linkImportId: importId } }),
    'The report could not be downloaded. Please try again.',
  )
}
