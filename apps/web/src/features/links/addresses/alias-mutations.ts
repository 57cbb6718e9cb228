import { formatReadableShortUrl, type Link, type LinkAlias } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { invalidateLinks, updateCachedLinks } from '../link-cache.ts'

/** Returns the aliases of a link, oldest first. */
export function linkAliasesQuery(scope: ProjectScope, urlId: string) {
  return api.linkAliases.list.queryOptions({ input: { params: { ...scope, urlId } } })
}

export function useAddAlias(scope: ProjectScope, { url_id }: Link) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { slug?: string; domain?: string | null }) =>
      api.linkAliases.create.call({ params: { ...scope, urlId: url_id }, body }),
    onSuccess: (alias) => {
      invalidateLinks(queryClient)
      void showToast({ title: 'Address added', message: formatReadableShortUrl(alias.url) })
    },
  })
}

export function useMakeMain(scope: ProjectScope, { url_id }: Link) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ alias_id }: LinkAlias) => api.linkAliases.makeMain.call({ params: { ...scope, urlId: url_id, aliasId: alias_id } }),
    onSuccess: (link) => {
      updateCachedLinks(queryClient, scope, [link])
      invalidateLinks(queryClient)
      void showToast({ title: 'Main address changed', message: formatReadableShortUrl(link.url) })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'Failed to change the main address. Please try again.' }),
  })
}

export function useReleaseAlias(scope: ProjectScope, urlId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ alias_id }: LinkAlias) => api.linkAliases.release.call({ params: { ...scope, urlId, aliasId: alias_id } }),
    onSuccess: (_result, { url }) => {
      invalidateLinks(queryClient)
      void showToast({ title: 'Address released', message: formatReadableShortUrl(url) })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'Failed to release the address. Please try again.' }),
  })
}
