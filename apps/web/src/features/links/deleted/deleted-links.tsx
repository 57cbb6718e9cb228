import { bulkLinksMax, type DeletedLink, deletedLinksPerPlanLink, formatReadableShortUrl, linksPageSize } from '@linkshelf/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { DeletedList, EraseForm } from '../../deletions/deleted-list.tsx'
import { invalidateLinks } from '../link-cache.ts'
import { type DeletedLinkName, useRestoreLinks } from '../link-mutations.ts'
import { formatLinkName, formatLinks } from '../link-name.ts'

interface DeletedLinksProps {
  scope: ProjectScope
  search: string
}

/** Lists the deleted links that can be restored. */
export function DeletedLinks({ scope, search }: DeletedLinksProps) {
  const pages = useInfiniteQuery(
    api.links.listDeleted.infiniteOptions({
      input: (cursor: string | undefined) => ({ params: scope, query: { search: search || undefined, limit: linksPageSize, cursor } }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.headers['x-next-cursor'],
    }),
  )
  return (
    <DeletedList<DeletedLink>
      noun="link"
      limitNote={`A project can have ${deletedLinksPerPlanLink} times as many deleted links as your plan includes links. If it has more, the oldest are erased.`}
      rows={pages.data?.pages.flatMap(({ body }) => body)}
      pages={pages}
      view={JSON.stringify([scope, search])}
      isSearched={search !== ''}
      max={bulkLinksMax}
      idOf={({ url_id }) => url_id}
      nameOf={formatLinkName}
      describe={({ url, slug_taken: isTaken }) =>
        isTaken ? `${formatReadableShortUrl(url)} is taken: the link gets a new short name` : formatReadableShortUrl(url)
      }
      restore={useRestoreLinks(scope)}
      eraseForm={(links, close) => <EraseLinksForm scope={scope} links={links} onClose={close} />}
      calls={{ restore: 'links.restore', erase: 'links.erase' }}
    />
  )
}

function EraseLinksForm({ scope, links, onClose }: { scope: ProjectScope; links: readonly DeletedLink[]; onClose: () => void }) {
  return <EraseForm<DeletedLinkName> noun="link" rows={links} nameOf={formatLinkName} erase={useEraseLinks(scope)} onClose={onClose} />
}

/** Erases deleted links before their time. */
function useEraseLinks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (links: readonly DeletedLinkName[]) =>
      api.links.erase.call({ params: scope, body: { url_ids: links.map(({ url_id }) => url_id) } }),
    onSuccess: (_erased, links) =>
      void showToast({ title: links.length === 1 ? 'Link erased' : 'Links erased', message: formatLinks(links) }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => invalidateLinks(queryClient),
  })
}
