import { type Link, linkMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api.ts'
import { isApiError } from '../../../api-error.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { invalidateLinkCounts } from '../link-cache.ts'
import { linkName } from '../link-name.ts'

const suffix = ' (print)'
const titleMaxLength = 300

/** Makes a link to the same pages without affiliation, with a short URL of its own. */
export function usePrintCopy(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (link: Link) => {
      const { target, labels, shops, choice_page } = link
      const title = linkName(link).slice(0, titleMaxLength - suffix.length) + suffix
      return api.links.create.call({ params: scope, body: { target, labels, shops, choice_page, title, affiliated: false } })
    },
    onSuccess: (link) => {
      invalidateLinkCounts(queryClient)
      void showToast({ title: linkMessages.created, message: linkName(link) })
    },
    onError: (error) => {
      if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else void showErrorToast(error, { instead: linkMessages.createFailed })
    },
  })
}
