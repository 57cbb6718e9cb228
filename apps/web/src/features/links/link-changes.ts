import { type Link, linkMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Place } from '../../api.ts'
import { ApiFault } from '../../api-fault.ts'
import { showFaultToast, showToast } from '../../ui/toast.tsx'
import { refreshLinks, showChanged, takeOutOfLists } from './link-cache.ts'
import { linkName } from './link-name.ts'
import { oneLink } from './link-queries.ts'

/** Archives or unarchives. Shown at once, and taken back when it fails. */
export function useArchiveLink(place: Place) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id: urlId, archived }: Link) =>
      archived ? api.links.unarchive.call({ params: { ...place, urlId } }) : api.links.archive.call({ params: { ...place, urlId } }),
    onMutate: async (link) => {
      await queryClient.cancelQueries({ queryKey: api.links.key() })
      const undoShown = showChanged(queryClient, place, { ...link, archived: !link.archived })
      const undoTaken = takeOutOfLists(queryClient, link.url_id)
      return () => {
        undoTaken()
        undoShown()
      }
    },
    onSuccess: (link) => void showToast({ title: link.archived ? 'Link archived' : 'Link unarchived', message: linkName(link) }),
    onError: (error, _link, undo) => {
      undo?.()
      void showFaultToast(error, { fallback: linkMessages.updateFailed })
    },
    onSettled: () => refreshLinks(queryClient),
  })
}

/** Changes where a link leads. Rejects with the refusal, which belongs to the field. */
export function useRetargetLink(place: Place) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ link, target }: { link: Link; target: string }) =>
      api.links.edit.call({ params: { ...place, urlId: link.url_id }, body: { target } }),
    onSuccess: (link) => {
      showChanged(queryClient, place, link)
      refreshLinks(queryClient)
      void showToast({ title: 'Link updated', message: linkName(link) })
    },
    onError: (error) => {
      if (!isAboutInput(error)) void showFaultToast(error, { fallback: linkMessages.updateUrlFailed })
    },
  })
}

/** Deletes for good. */
export function useDeleteLink(place: Place) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id: urlId }: Link) => api.links.delete.call({ params: { ...place, urlId } }),
    onSuccess: (_nothing, link) => {
      takeOutOfLists(queryClient, link.url_id)
      queryClient.removeQueries({ queryKey: oneLink(place, link.url_id).queryKey })
      refreshLinks(queryClient)
      void showToast({ title: 'Link deleted', message: linkName(link) })
    },
    onError: (error) => void showFaultToast(error),
  })
}

/** A refusal of what was entered, rather than a failure on the way. */
export function isAboutInput(error: unknown): error is ApiFault {
  return error instanceof ApiFault && (error.status === 400 || error.status === 422)
}
