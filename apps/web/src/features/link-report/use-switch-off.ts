import type { Link } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** Switches affiliation off for a link, which then leaves without a tag. */
export function useSwitchOff(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id }: Link) => api.links.update.call({ params: { ...scope, urlId: url_id }, body: { affiliated: false } }),
    onSuccess: ({ title, url }) => void showToast({ title: 'Affiliation is off', message: title ?? url }),
    onError: (error) => void showErrorToast(error, { fallback: 'The link could not be changed. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
