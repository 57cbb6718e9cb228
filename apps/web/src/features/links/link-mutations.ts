import { type Link, type LinkUpdate, linkMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { applyLabelChanges, type LabelChanges } from './dialogs/link-label-changes.ts'
import { invalidateLinkCounts, invalidateLinks, removeFromLists, updateCachedLinks } from './link-cache.ts'
import { linkName, linksInShort } from './link-name.ts'
import { linkQuery } from './link-queries.ts'

interface Archiving {
  links: readonly Link[]
  archived: boolean
}

/** Archives or unarchives links. Optimistic: rolled back when it fails. */
export function useArchiveLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (archiving: Archiving) => sendArchiving(scope, archiving),
    onMutate: async ({ links, archived }) => {
      const undoUpdate = await updateOptimistically(
        queryClient,
        scope,
        links.map((link) => ({ ...link, archived })),
      )
      const undoRemoval = removeFromLists(queryClient, idsOf(links))
      return () => {
        undoRemoval()
        undoUpdate()
      }
    },
    onSuccess: (_links, { links, archived }) =>
      void showToast({
        title: `${links.length === 1 ? 'Link' : 'Links'} ${archived ? 'archived' : 'unarchived'}`,
        message: linksInShort(links),
      }),
    onError: (error, _archiving, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: linkMessages.updateFailed })
    },
    onSettled: () => invalidateLinks(queryClient),
  })
}

async function sendArchiving(scope: ProjectScope, { links, archived }: Archiving): Promise<void> {
  const [only] = links
  if (only === undefined || links.length > 1) {
    await api.links.bulkUpdate.call({ params: scope, body: { url_ids: idsOf(links), archived } })
    return
  }
  const call = archived ? api.links.archive : api.links.unarchive
  await call.call({ params: { ...scope, urlId: only.url_id } })
}

/** Adds and removes labels of links. Optimistic: rolled back when it fails. */
export function useLabelLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ links, changes }: { links: readonly Link[]; changes: LabelChanges }) =>
      api.links.bulkUpdate.call({
        params: scope,
        body: { url_ids: idsOf(links), add_labels: [...changes.add], remove_labels: [...changes.remove] },
      }),
    onMutate: ({ links, changes }) =>
      updateOptimistically(
        queryClient,
        scope,
        links.map((link) => ({ ...link, labels: applyLabelChanges(link.labels, changes) })),
      ),
    onSuccess: (_links, { links }) => void showToast({ title: 'Labels updated', message: linksInShort(links) }),
    onError: (error, _labelling, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: linkMessages.updateFailed })
    },
    onSettled: () => {
      invalidateLinks(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.labels.key() })
    },
  })
}

/** Changes what is said of a link, or where it leads for whom. Errors are left to the form. */
export function useUpdateLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ link, update }: { link: Link; update: LinkUpdate }) =>
      api.links.update.call({ params: { ...scope, urlId: link.url_id }, body: update }),
    onSuccess: (link) => {
      updateCachedLinks(queryClient, scope, [link])
      invalidateLinks(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.labels.key() })
      void showToast({ title: 'Link updated', message: linkName(link) })
    },
  })
}

/** Has the destination of a link checked now; the link is refetched until the result is known. */
export function useCheckLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id }: Link) => api.links.check.call({ params: { ...scope, urlId: url_id } }),
    onSuccess: (link) => {
      updateCachedLinks(queryClient, scope, [link])
      if (!link.health.checking && !link.pending) void showToast({ title: linkMessages.checkedRecently, message: linkName(link) })
    },
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.checkFailed }),
  })
}

export function useDeleteLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (links: readonly Link[]): Promise<void> => {
      const [only] = links
      if (only !== undefined && links.length === 1) await api.links.delete.call({ params: { ...scope, urlId: only.url_id } })
      else await api.links.bulkDelete.call({ params: scope, body: { url_ids: idsOf(links) } })
    },
    onSuccess: (_result, links) => {
      removeFromLists(queryClient, idsOf(links))
      for (const { url_id } of links) queryClient.removeQueries({ queryKey: linkQuery(scope, url_id).queryKey })
      invalidateLinkCounts(queryClient)
      void showToast({ title: links.length === 1 ? 'Link deleted' : 'Links deleted', message: linksInShort(links) })
    },
    onError: (error) => void showErrorToast(error),
  })
}

/** Cancels running fetches first: their answers would restore the old state. */
async function updateOptimistically(queryClient: QueryClient, scope: ProjectScope, changed: readonly Link[]): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: api.links.key() })
  return updateCachedLinks(queryClient, scope, changed)
}

function idsOf(links: readonly Link[]): string[] {
  return links.map(({ url_id }) => url_id)
}
