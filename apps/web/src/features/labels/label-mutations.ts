import { type Label, type LabelDraft, labelMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { type ApiError, isApiError } from '../../api-error.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'
import { labelListQuery } from './label-queries.ts'

/** Rejects with the refusal of the name, which belongs to the field; a toast tells anything else. */
export function useCreateLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: LabelDraft) => api.labels.create.call({ params: scope, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Label created', message: name }),
    onError: (error) => tell(error, labelMessages.createFailed),
    onSettled: () => queryClient.invalidateQueries(labelListQuery(scope)),
  })
}

/** Renames a label, on its links too, or turns it on or off. Rejects like the creation. */
export function useEditLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ label, edit }: { label: Label; edit: LabelDraft }) =>
      api.labels.update.call({ params: { ...scope, labelId: label.label_id }, body: edit }),
    onSuccess: ({ name }) => void showToast({ title: 'Label updated', message: name }),
    onError: (error) => tell(error, labelMessages.updateFailed),
    onSettled: () => refreshLabelled(queryClient, scope),
  })
}

/** Deletes a label and takes it off its links. */
export function useDeleteLabel(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ label_id: labelId }: Label) => api.labels.delete.call({ params: { ...scope, labelId } }),
    onSuccess: (_nothing, { name }) => void showToast({ title: 'Label deleted', message: name }),
    onError: (error) => tell(error, labelMessages.deleteFailed),
    onSettled: () => refreshLabelled(queryClient, scope),
  })
}

/** A refusal of what was entered, rather than a failure on the way. */
export function isNameError(error: unknown): error is ApiError {
  return isApiError(error, 'LABEL_NAME_TAKEN') || isApiError(error, 'REQUEST_INVALID')
}

/** Links carry the names of labels, so they are asked for again with them. */
function refreshLabelled(queryClient: QueryClient, scope: ProjectScope): Promise<unknown> {
  return Promise.all([queryClient.invalidateQueries(labelListQuery(scope)), queryClient.invalidateQueries({ queryKey: api.links.key() })])
}

function tell(error: unknown, fallback: string): void {
  if (!isNameError(error)) void showErrorToast(error, { fallback })
}
