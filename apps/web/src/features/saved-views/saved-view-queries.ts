import type { ErrorCode, SavedViewMessages } from '@linkshelf/contract'
import { type UseQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** The saved views of one screen: their words and their calls. `Draft` is the body of a request that saves one. */
export interface SavedViewKind<View extends { name: string }, Draft> {
  /** The name of a saved view on screen: "View". */
  noun: string
  messages: SavedViewMessages
  /** An example of a name. */
  placeholder: string
  /** The code of the error for a name that another view has. */
  nameTaken: ErrorCode
  list: Pick<UseQueryOptions<View[]>, 'queryFn'> & { queryKey: readonly unknown[] }
  create: (draft: Draft) => Promise<View>
  replace: (existing: View, draft: Draft) => Promise<View>
  delete: (view: View) => Promise<unknown>
  /** Returns the draft that creates a deleted view again. */
  toDraft: (view: View) => Draft
  idOf: (view: View) => string
  /** The query of its address. */
  queryOf: (view: View) => string
}

interface SaveViewInput<View, Draft> {
  /** Undefined for a new one. */
  existing: View | undefined
  draft: Draft
}

/** Creates a saved view, or replaces `existing`. Errors are left to the form, unless `onError` shows them. */
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

/** The toast of a deletion saves the view again, also when its screen was left. */
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
