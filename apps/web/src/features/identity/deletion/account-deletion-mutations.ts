import { type AccountDeletionRequest, accountDeletionMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { profileQuery } from '../save-profile.ts'

/** The effects of deleting the account. They are never read from the cache. */
export const accountDeletionQuery = api.me.getDeletion.queryOptions({ staleTime: 0, gcTime: 0 })

/** Requests the deletion of the user's account. Errors are handled by the form. */
export function useDeleteAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: AccountDeletionRequest) => api.me.requestDeletion.call({ body: request }),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      void showToast({
        title: accountDeletionMessages.scheduled,
        message: `Your account will be deleted on ${formatInstant(profile.deletes_at ?? '')}`,
      })
    },
  })
}

export function useCancelAccountDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.me.cancelDeletion.call(),
    onSuccess: (profile) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      void showToast({ title: accountDeletionMessages.canceled, message: 'Your account will not be deleted' })
    },
    onError: (error) => void showErrorToast(error, { fallback: accountDeletionMessages.cancelFailed }),
  })
}
