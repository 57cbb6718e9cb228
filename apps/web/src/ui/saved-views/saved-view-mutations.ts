import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { showErrorToast, showToast } from '../toasts/toast.tsx'

interface SavedViewCalls<View extends { name: string }, Draft> {
  /** The name of a saved thing: "View". */
  noun: string
  /** The key of all queries of saved views. */
  queryKey: QueryKey
  create: (draft: Draft) => Promise<View>
  replace: (existing: View, draft: Draft) => Promise<View>
  delete: (view: View) => Promise<unknown>
  /** Returns the draft that creates a deleted view again. */
  toDraft: (view: View) => Draft
}

interface Saving<View, Draft> {
  /** Undefined for a new one. */
  existing: View | undefined
  draft: Draft
}

/** Creates a saved view, or replaces `existing`. Errors are left to the form, unless `onError` shows them. */
export function useSaveSavedView<View extends { name: string }, Draft>(
  { noun, queryKey, create, replace }: SavedViewCalls<View, Draft>,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, draft }: Saving<View, Draft>) => (existing === undefined ? create(draft) : replace(existing, draft)),
    onSuccess: ({ name }) => void showToast({ title: `${noun} saved`, message: name }),
    onError: (error) => onError?.(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** The toast of a deletion saves the view again, also when its screen was left. */
export function useDeleteSavedView<View extends { name: string }, Draft>(calls: SavedViewCalls<View, Draft>) {
  const queryClient = useQueryClient()
  const save = useSaveSavedView(calls, (error) => void showErrorToast(error))
  return useMutation({
    mutationFn: calls.delete,
    onSuccess: (_result, view) =>
      void showToast({
        title: `${calls.noun} deleted`,
        message: view.name,
        undo: () => save.mutate({ existing: undefined, draft: calls.toDraft(view) }),
      }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calls.queryKey }),
  })
}
