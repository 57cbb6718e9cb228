import type { PostbackAddress } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { postbackQuery } from '../earnings-queries.ts'

const none: PostbackAddress = { exists: false, url: null, created_at: null, last_received_at: null }

/** Creates the address, or replaces it. */
export function useCreatePostback(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.earnings.createPostback.call({ params: scope }),
    onSuccess: (address) => {
      queryClient.setQueryData(postbackQuery(scope).queryKey, address)
      void showToast({ title: 'Postback address created', message: 'Enter it at your network.' })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The address could not be created. Please try again.' }),
  })
}

export function useDeletePostback(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.earnings.deletePostback.call({ params: scope }),
    onSuccess: () => {
      queryClient.setQueryData(postbackQuery(scope).queryKey, none)
      void showToast({ title: 'Postback address removed', message: 'Networks can no longer report sales to it.' })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The address could not be removed. Please try again.' }),
  })
}
