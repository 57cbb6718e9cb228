import { type Link, type LinkDraft, linkMessages, titleMaxLength } from '@linkshelf/contract'
import type { QueryClient } from '@tanstack/react-query'
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

/**
 * Creates a link to the same destinations as an existing link, with a different short URL. Returns undefined if this
 * fails; a toast then says why.
 */
export async function duplicateLink(
  queryClient: QueryClient,
  scope: ProjectScope,
  { link, isForPrint = false }: DuplicateLinkInput,
): Promise<Link | undefined> {
  const suffix = isForPrint ? ' (print)' : ' (copy)'
  const title = formatLinkName(link).slice(0, titleMaxLength - suffix.length) + suffix
  try {
    const body = { ...toCopiedFields(link), title, ...(isForPrint && { affiliated: false }) }
    const copy = await api.links.create.call({ params: scope, body })
    invalidateLinkCounts(queryClient)
    void showToast({ title: linkMessages.created, message: formatLinkName(copy) })
    return copy
  } catch (error) {
    if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
    else void showErrorToast(error, { instead: linkMessages.createFailed })
    return undefined
  }
}
