import { type Link, type LinkDraft, linkMessages, titleMaxLength } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { invalidateLinkCounts } from './link-cache.ts'
import { formatLinkName } from './link-name.ts'

interface DuplicateLinkInput {
  link: Link
  /** Whether the copy is for print. If so, the copy has no affiliation, because programs forbid it in print. */
  isForPrint?: boolean
}

/** Returns every field of a draft except the address, because two links can't share an address. */
function toCopiedFields({
  target,
  title,
  labels,
  shops,
  choice_page,
  notes,
  affiliated,
}: Link): Required<Omit<LinkDraft, 'slug' | 'domain'>> {
  return { target, title: title ?? '', labels, shops, choice_page, notes, affiliated }
}

/** Creates a link to the same destinations as an existing link, with a different short URL. */
export function useDuplicateLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ link, isForPrint = false }: DuplicateLinkInput) => {
      const suffix = isForPrint ? ' (print)' : ' (copy)'
      const title = formatLinkName(link).slice(0, titleMaxLength - suffix.length) + suffix
      return api.links.create.call({ params: scope, body: { ...toCopiedFields(link), title, ...(isForPrint && { affiliated: false }) } })
    },
    onSuccess: (link) => {
      invalidateLinkCounts(queryClient)
      void showToast({ title: linkMessages.created, message: formatLinkName(link) })
    },
    onError: (error) => {
      if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else void showErrorToast(error, { instead: linkMessages.createFailed })
    },
  })
}
