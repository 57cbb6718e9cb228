import type { ErrorCode, SavedViewMessages } from '@linkshelf/contract'
import { type UseQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** The texts and calls for the saved views of a screen. `Draft` is the body of the request that saves a view. */
export interface SavedViewKind<View extends { name: string }, Draft> {
  /** The name of a saved view on screen, for example "View". */
  noun: string
  messages: SavedViewMessages
  /** An example of a name for a view. */
  placeholder: string
  /** The error code for a name that another view already has. */
  nameTaken: ErrorCode
  list: Pick<UseQueryOptions<View[]>, 'queryFn'> & { queryKey: readonly unknown[] }
  create: (draft: Draft) => Promise<View>
  replace: (existing: View, draft: Draft) => Promise<View>
  delete: (view: View) => Promise<unknown>
  /** Returns the draft that creates a deleted view again. */
  toDraft: (view: View) => Draft
  idOf: (view: View) => string
  /** Returns the query of the view's URL. */
  queryOf: (view: View) => string
}

interface SaveViewInput<View, Draft> {
  /** Undefined for a new view. */
  existing: View | undefined
  draft: Draft
}

/** Creates a saved view, or replaces `existing`. The form shows errors, unless `onError` shows them. */
export function useSaveView<View extends { name: string }, Draft>(
  { noun, list, create, replace }: SavedViewKind<View, Draft>,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, draft }: SaveViewInput<View, Draft>) => (existing === undefined ? create(draft) : replace(existing, draft)),
    onSuccess: ({ name }) => void showToast({ title: `${noun} saved`, message: name }),
    onError: (error) => onError?.(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: list.queryKey }),
  })
}

/** Deletes a saved view. The toast's undo button saves the view again, even if the user has left the screen. */
export function useDeleteView<View extends { name: string }, Draft>(kind: SavedViewKind<View, Draft>) {
  const queryClient = useQueryClient()
  const save = useSaveView(kind, (error) => void showErrorToast(error))
  return useMutation({
    mutationFn: kind.delete,
    onSuccess: (_result, view) =>
      void showToast({
        title: `${kind.noun} deleted`,
        message: view.name,
        undo: () => save.mutate({ existing: undefined, draft: kind.toDraft(view) }),
      }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: kind.list.queryKey }),
  })
}
