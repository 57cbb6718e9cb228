import { type DataImport, dataImportPartBytes } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

const pollIntervalMs = 1_000

/** Returns the exports, latest first. They are refetched every second while the server writes an export. */
export function exportListQuery(orgId: string) {
  return api.dataExports.list.queryOptions({
    input: { params: { orgId } },
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? pollIntervalMs : false),
  })
}

/** Returns the imports, latest first. They are refetched every second while the server works on an import. */
export function importListQuery(orgId: string) {
  return api.dataImports.list.queryOptions({
    input: { params: { orgId } },
    refetchInterval: ({ state }) => (state.data?.some(isDataImportRunning) ? pollIntervalMs : false),
  })
}

/** Returns whether the server works on an import. */
export function isDataImportRunning({ state }: DataImport): boolean {
  return state === 'checking' || state === 'importing'
}

export function useStartExport(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.dataExports.create.call({ params: { orgId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The export could not be started. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries(exportListQuery(orgId)),
  })
}

export function useDeleteExport(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (exportId: string) => api.dataExports.delete.call({ params: { orgId, exportId } }),
    onError: (error) => void showErrorToast(error, { fallback: 'The export could not be deleted. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries(exportListQuery(orgId)),
  })
}

/**
 * Downloads an archive. The browser itself downloads and resumes it, because an archive can be larger than a page can
 * hold.
 */
export function useDownloadExport(orgId: string) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async (exportId: string) => {
      const { url } = await api.dataExports.createDownload.call({ params: { orgId, exportId } })
      window.location.assign(url)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The export could not be downloaded. Please try again.' }),
  })
}

/**
 * Returns two functions. `store` puts a changed import into the cached list, at the front if it is new. `refetch`
 * refetches the list.
 */
function useCachedImports(orgId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = importListQuery(orgId)
  return {
    store: (changed: DataImport) =>
      void queryClient.setQueryData(queryKey, (list: DataImport[] = []) =>
        list.some(({ import_id }) => import_id === changed.import_id)
          ? list.map((one) => (one.import_id === changed.import_id ? changed : one))
          : [changed, ...list],
      ),
    refetch: () => queryClient.invalidateQueries({ queryKey }),
  }
}

/**
 * Uploads a file in parts. If an earlier upload of the same file was interrupted, continues where it stopped. Errors
 * are shown next to the file field.
 */
export function useUploadArchive(orgId: string) {
  const { store } = useCachedImports(orgId)
  return useMutation({
    mutationFn: async (file: File) => {
      let present = await api.dataImports.create.call({ params: { orgId }, body: { file_name: file.name, bytes: file.size } })
      store(present)
      while (present.state === 'uploading') {
        const part = file.slice(present.received_bytes, present.received_bytes + dataImportPartBytes)
        const number = Math.floor(present.received_bytes / dataImportPartBytes)
        const params = { orgId, dataImportId: present.import_id, number }
        present = await api.dataImports.addPart.call({ params, body: { file: new File([part], file.name) } })
        store(present)
      }
      return present
    },
  })
}

export function useStartImport(orgId: string) {
  const { store } = useCachedImports(orgId)
  return useMutation({
    mutationFn: (importId: string) => api.dataImports.start.call({ params: { orgId, dataImportId: importId } }),
    onSuccess: store,
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

export function useDeleteImport(orgId: string) {
  const { refetch } = useCachedImports(orgId)
  return useMutation({
    mutationFn: ({ import_id }: DataImport) => api.dataImports.delete.call({ params: { orgId, dataImportId: import_id } }),
    onSuccess: (_result, { state, file_name }) =>
      void (state === 'importing' && showToast({ title: 'Import undone', message: `Everything imported from ${file_name} was deleted` })),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be deleted. Please try again.' }),
    onSettled: refetch,
  })
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const formats = units.map((unit) => new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }))

/** Returns a size in its largest unit: "512 byte", "1.2 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return formats[power]?.format(bytes / 1_000 ** power) ?? ''
}
