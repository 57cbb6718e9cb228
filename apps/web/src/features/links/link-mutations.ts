import { formatReadableShortUrl, type Link, type LinkUpdate, linkMessages } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { offerTimeoutMs } from '../../ui/toasts/toast-props.ts'
import { invalidateLinkCounts, invalidateLinks, removeFromLists, updateCachedLinks } from './link-cache.ts'
import { applyLabelChanges } from './link-label-changes.ts'
import { formatLinkName, formatLinks } from './link-name.ts'
import { linkFollowingQuery, linkQuery } from './link-queries.ts'
import { type Labeling, toUndoLabelings, toUndoUpdate } from './link-undo.ts'

interface ArchiveLinksInput {
  links: readonly Link[]
  archived: boolean
}

/**
 * Archives or unarchives links. The change is shown at once, and is rolled back if the call fails. The toast offers no
 * undo, because a dialog asks for a confirmation before.
 */
export function useArchiveLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (archiving: ArchiveLinksInput) => sendArchiving(scope, archiving),
    onMutate: async ({ links, archived }) => {
      const undoUpdate = await updateOptimistically(
        queryClient,
        scope,
        links.map((link) => ({ ...link, archived })),
      )
      const undoRemoval = removeFromLists(queryClient, toLinkIds(links))
      return () => {
        undoRemoval()
        undoUpdate()
      }
    },
    onSuccess: (_links, { links, archived }) => {
      const title = `${links.length === 1 ? 'Link' : 'Links'} ${archived ? 'archived' : 'unarchived'}`
      void showToast({ title, message: formatLinks(links) })
    },
    onError: (error, _archiving, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: linkMessages.updateFailed })
    },
    onSettled: () => invalidateLinks(queryClient),
  })
}

async function sendArchiving(scope: ProjectScope, { links, archived }: ArchiveLinksInput): Promise<void> {
  const [only] = links
  if (only === undefined || links.length > 1) {
    await api.links.bulkUpdate.call({ params: scope, body: { url_ids: toLinkIds(links), archived } })
    return
  }
  const call = archived ? api.links.archive : api.links.unarchive
  await call.call({ params: { ...scope, urlId: only.url_id } })
}

/**
 * Adds labels to links and removes labels from them. The change is shown at once, and is rolled back if the call fails.
 */
export function useLabelLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const undoLinkChange = useUndoLinkChange(scope)
  return useMutation({
    mutationFn: (labeling: Labeling) => sendLabeling(scope, labeling),
    onMutate: ({ links, changes }) =>
      updateOptimistically(
        queryClient,
        scope,
        links.map((link) => ({ ...link, labels: applyLabelChanges(link.labels, changes) })),
      ),
    onSuccess: (_links, labeling) =>
      void showToast({
        title: 'Labels updated',
        message: formatLinks(labeling.links),
        undo: () =>
          undoLinkChange.mutate({
            links: labeling.links,
            send: async () => {
              for (const undo of toUndoLabelings(labeling)) await sendLabeling(scope, undo)
            },
          }),
      }),
    onError: (error, _labeling, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: linkMessages.updateFailed })
    },
    onSettled: () => {
      invalidateLinks(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.labels.key() })
    },
  })
}

async function sendLabeling(scope: ProjectScope, { links, changes, prepare }: Labeling) {
  await prepare?.()
  return api.links.bulkUpdate.call({
    params: scope,
    body: { url_ids: toLinkIds(links), add_labels: [...changes.add], remove_labels: [...changes.remove] },
  })
}

interface LinkMoveInput {
  links: readonly Link[]
  /** Null means the instance's own domain. */
  domain: string | null
  /** The domain's name for display. */
  name: string
}

/**
 * Moves links to a domain. The form shows errors. There is no undo, because a link that moved back would have two
 * aliases.
 */
export function useMoveLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ links, domain }: LinkMoveInput) =>
      api.links.bulkUpdate.call({ params: scope, body: { url_ids: toLinkIds(links), domain } }),
    onSuccess: (moved, { name }) => {
      updateCachedLinks(queryClient, scope, moved)
      void showToast({ title: `Moved to ${name}`, message: formatLinks(moved) })
    },
    onSettled: () => invalidateLinks(queryClient),
  })
}

interface UpdateLinkInput {
  link: Link
  update: LinkUpdate
  /** Runs before the update, for example to create labels that have a color. */
  prepare?: () => Promise<void>
}

/** Changes the details or the destinations of a link. The form shows errors. */
export function useUpdateLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const undoLinkChange = useUndoLinkChange(scope)
  return useMutation({
    mutationFn: async ({ link, update, prepare }: UpdateLinkInput) => {
      await prepare?.()
      return api.links.update.call({ params: { ...scope, urlId: link.url_id }, body: update })
    },
    onSuccess: (link, { link: before, update }) => {
      const undo = toUndoUpdate(before, update)
      updateCachedLinks(queryClient, scope, [link])
      invalidateLinks(queryClient)
      void showToast({
        title: 'Link updated',
        message: formatLinkName(link),
        undo:
          undo &&
          (() =>
            undoLinkChange.mutate({
              links: [link],
              send: () => api.links.update.call({ params: { ...scope, urlId: link.url_id }, body: undo }),
            })),
      })
    },
    // This also runs after an error, since labels may have been created before it.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: api.labels.key() }),
  })
}

/** Sends the given call, which undoes a change of links. */
function useUndoLinkChange(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ send }: { links: readonly Link[]; send: () => Promise<unknown> }) => send(),
    onSuccess: (_answer, { links }) => void showToast({ title: 'Change undone', message: formatLinks(links) }),
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.updateFailed }),
    onSettled: (_answer, _error, { links }) => {
      invalidateLinks(queryClient)
      for (const { url_id } of links) void queryClient.invalidateQueries({ queryKey: linkQuery(scope, url_id).queryKey })
      void queryClient.invalidateQueries({ queryKey: api.labels.key() })
    },
  })
}

/** Enqueues a check of the link's destination. The link is refetched until the result is known. */
export function useCheckLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id }: Link) => api.links.check.call({ params: { ...scope, urlId: url_id } }),
    onSuccess: (link) => {
      updateCachedLinks(queryClient, scope, [link])
      if (!link.health.checking && !link.pending) void showToast({ title: linkMessages.checkedRecently, message: formatLinkName(link) })
    },
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.checkFailed }),
  })
}

/** Asks the server to follow the short link of an affiliate tool. The result is refetched until it is known. */
export function useFollowLink(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ url_id }: Link) => api.links.follow.call({ params: { ...scope, urlId: url_id } }),
    onSuccess: (following, { url_id }) => queryClient.setQueryData(linkFollowingQuery(scope, url_id).queryKey, following),
    onError: (error) => void showErrorToast(error),
  })
}

/** The fields of a link, or of a deleted link, that name it. */
export type DeletedLinkName = Pick<Link, 'url_id' | 'title' | 'target'>

/**
 * Restores deleted links. If other links got their short names in the meantime, the toast or a dialog names the earlier
 * and the new short names.
 */
export function useRestoreLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (links: readonly DeletedLinkName[]) => api.links.restore.call({ params: scope, body: { url_ids: toLinkIds(links) } }),
    onSuccess: (restored, links) => {
      const renamed = restored.flatMap(({ url, earlier_url: earlier }) =>
        earlier === null ? [] : [{ earlier: formatReadableShortUrl(earlier), url: formatReadableShortUrl(url) }],
      )
      const [only] = renamed
      const isOnly = only !== undefined && renamed.length === 1
      if (renamed.length > 1) void openDialog(async () => (await import('./renamed-links.tsx')).renamedLinksDialog(renamed), null)
      void showToast(
        restored.length < links.length
          ? {
              title: restored.length === 0 ? 'Too late to restore' : 'Not all links could be restored',
              message: formatLinks(links),
              tone: 'bad',
            }
          : {
              title: links.length === 1 ? 'Link restored' : 'Links restored',
              message: isOnly ? `${only.earlier} was taken, so the link is now ${only.url}` : formatLinks(links),
              ...(isOnly && { timeoutMs: offerTimeoutMs }),
            },
      )
    },
    onError: (error) => {
      if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else void showErrorToast(error)
    },
    onSettled: () => invalidateLinkCounts(queryClient),
  })
}

/**
 * Deletes links. `onDeleted` is called before the links are removed from the cache, so that the page of a deleted link
 * can be left first.
 */
export function useDeleteLinks(scope: ProjectScope, onDeleted?: () => void) {
  const queryClient = useQueryClient()
  const restore = useRestoreLinks(scope)
  return useMutation({
    mutationFn: async (links: readonly Link[]): Promise<void> => {
      const [only] = links
      if (only !== undefined && links.length === 1) await api.links.delete.call({ params: { ...scope, urlId: only.url_id } })
      else await api.links.bulkDelete.call({ params: scope, body: { url_ids: toLinkIds(links) } })
    },
    onSuccess: (_result, links) => {
      onDeleted?.()
      removeFromLists(queryClient, toLinkIds(links))
      for (const { url_id } of links) queryClient.removeQueries({ queryKey: linkQuery(scope, url_id).queryKey })
      invalidateLinkCounts(queryClient)
      void showToast({
        title: links.length === 1 ? 'Link deleted' : 'Links deleted',
        message: formatLinks(links),
        undo: () => restore.mutate(links),
      })
    },
    onError: (error) => void showErrorToast(error),
  })
}

/**
 * Updates links in the cache, and returns a function that undoes the update. Cancels running fetches first, because
 * their responses would restore the old state.
 */
async function updateOptimistically(queryClient: QueryClient, scope: ProjectScope, changed: readonly Link[]): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: api.links.key() })
  return updateCachedLinks(queryClient, scope, changed)
}

function toLinkIds(links: readonly Pick<Link, 'url_id'>[]): string[] {
  return links.map(({ url_id }) => url_id)
}
