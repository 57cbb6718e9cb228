import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'

/** A link as its clicks are spoken of. */
export interface ClickedLink {
  urlId: string
  name: string
}

/** Deletes every recorded click of a link, for good; the link stays. */
export function useDeleteLinkClicks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ urlId }: ClickedLink) => api.analytics.deleteLinkClicks.call({ params: { ...scope, urlId } }),
    onSuccess: (_nothing, { name }) => {
      void queryClient.invalidateQueries({ queryKey: api.analytics.key() })
      void showToast({ title: 'Clicks deleted', message: name })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'Failed to delete the clicks. Please try again.' }),
  })
}
