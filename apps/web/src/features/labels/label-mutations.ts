import { type Label, type LabelDraft, labelMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { labelListQuery } from './label-queries.ts'

/** Creates a label. Errors are handled by the form. */
export function useCreateLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: LabelDraft) => api.labels.create.call({ params: scope, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Label created', message: name }),
    onSettled: () => queryClient.invalidateQueries(labelListQuery(scope)),
  })
}

/** Updates a label. A new name also applies to the label's links. The form shows errors. */
export function useUpdateLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ label, edit }: { label: Label; edit: LabelDraft }) =>
      api.labels.update.call({ params: { ...scope, labelId: label.label_id }, body: edit }),
    onSuccess: ({ name }) => void showToast({ title: 'Label updated', message: name }),
    onSettled: () => invalidateLabels(queryClient, scope),
  })
}

/** Deletes a label and removes it from its links. */
export function useDeleteLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ label_id: labelId }: Label) => api.labels.delete.call({ params: { ...scope, labelId } }),
    onSuccess: (_result, { name }) => void showToast({ title: 'Label deleted', message: name }),
    onError: (error) => void showErrorToast(error, { fallback: labelMessages.deleteFailed }),
    onSettled: () => invalidateLabels(queryClient, scope),
  })
}

/** Links contain the names of their labels, so they are invalidated too. */
function invalidateLabels(queryClient: QueryClient, scope: ProjectScope): Promise<unknown> {
  return Promise.all([queryClient.invalidateQueries(labelListQuery(scope)), queryClient.invalidateQueries({ queryKey: api.links.key() })])
}
