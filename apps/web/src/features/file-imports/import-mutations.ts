import type { FileImport } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { useFileDownload } from '../../api/use-file-download.ts'
import { toErrorDetails } from '../../ui/error-details.ts'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import type { ImportKind } from './import-kind.ts'

/** Returns a function that stores a changed import in the cached list, at the front if it is new. */
function useCacheImport<One extends FileImport, Choices>({ listQuery }: ImportKind<One, Choices>, scope: ProjectScope) {
  const queryClient = useQueryClient()
  return (changed: One) =>
    void queryClient.setQueryData(listQuery(scope).queryKey, (list: One[] = []) =>
      list.some(({ import_id }) => import_id === changed.import_id)
        ? list.map((one) => (one.import_id === changed.import_id ? changed : one))
        : [changed, ...list],
    )
}

/**
 * Connects a FileDrop to the server. A file that is dropped or chosen is uploaded immediately. Nothing is imported
 * until the user has seen the effects.
 */
export function useUploadFile<One extends FileImport, Choices>(
  kind: ImportKind<One, Choices>,
  scope: ProjectScope,
  onUploaded: (importId: string) => void,
) {
  const { maxBytes, tooLarge } = kind.file
  const [isTooLarge, setTooLarge] = useState(false)
  const upload = useMutation({ mutationFn: (file: File) => kind.create(scope, file), onSuccess: useCacheImport(kind, scope) })
  return {
    isLoading: upload.isPending,
    problem: isTooLarge ? tooLarge : upload.error && toErrorDetails(upload.error, kind.texts.uploadFailed).message,
    onFile(file: File) {
      upload.reset()
      setTooLarge(file.size > maxBytes)
      if (file.size <= maxBytes) upload.mutate(file, { onSuccess: ({ import_id }) => onUploaded(import_id) })
    },
  }
}

export function useStartImport<One extends FileImport, Choices>(kind: ImportKind<One, Choices>, scope: ProjectScope) {
  return useMutation({
    mutationFn: ({ shown, choices }: { shown: One; choices: Choices }) => kind.start(scope, shown, choices),
    onSuccess: useCacheImport(kind, scope),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be started. Please try again.' }),
  })
}

/** Returns whether an import has ended after it may have created something. */
export function canUndo({ state, processed }: FileImport): boolean {
  return state === 'done' || (state === 'failed' && processed > 0)
}

export function useUndoImport<One extends FileImport, Choices>(kind: ImportKind<One, Choices>, scope: ProjectScope) {
  return useMutation({
    mutationFn: async ({ shown, includesClicked }: { shown: One; includesClicked: boolean }) =>
      (await kind.undo?.start(scope, shown, includesClicked)) ?? shown,
    onSuccess: useCacheImport(kind, scope),
    onError: (error) => void showErrorToast(error, { fallback: 'The import could not be undone. Please try again.' }),
  })
}

/** Deletes an import. If the import had started, refetches the data that it changed. */
export function useDeleteImport<One extends FileImport, Choices>(
  kind: ImportKind<One, Choices>,
  scope: ProjectScope,
  onDeleted?: (deleted: One) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ import_id }: One) => kind.delete(scope, import_id),
    onSuccess: (_result, deleted) => onDeleted?.(deleted),
    onError: (error) => void showErrorToast(error, { fallback: kind.texts.deleteFailed }),
    onSettled: (_result, _error, { state }) => {
      const changed = state === 'importing' || state === 'done' ? kind.changes : []
      return Promise.all([kind.listQuery(scope).queryKey, ...changed].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
}

/** Downloads the rows that were rejected or imported only in part. */
export function useImportReport<One extends FileImport, Choices>(kind: ImportKind<One, Choices>, scope: ProjectScope, { import_id }: One) {
  return useFileDownload(() => kind.report(scope, import_id), 'The report could not be downloaded. Please try again.')
}
