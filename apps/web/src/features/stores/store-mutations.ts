import { type Store, type StorePatch, storeMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { storeListQuery, storeUrlQuery } from './store-queries.ts'

/**
 * Creates a store with this name and default settings. The store is hidden until its owner shows it. The form shows
 * errors.
 */
export function useCreateStore(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.stores.create.call({ params: scope, body: { name, active: false } }),
    onSuccess: (store) => {
      queryClient.setQueryData(storeListQuery(scope).queryKey, [store])
      void showToast({ title: 'Store created', message: store.name, completed: 'store' })
    },
    onError: () => queryClient.invalidateQueries(storeListQuery(scope)),
  })
}

/** Changes some of the settings. The form shows errors. */
export function usePatchStore(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ store_id: storeId, patch }: { store_id: string; patch: StorePatch }) =>
      api.stores.patch.call({ params: { ...scope, storeId }, body: patch }),
    onSuccess: (store) => {
      queryClient.setQueryData(storeListQuery(scope).queryKey, [store])
      // QR codes and short URLs lead to the store's address, which changes with the store's name, so they are
      // refetched.
      void queryClient.invalidateQueries({ queryKey: api.qrCodes.key() })
      void queryClient.invalidateQueries({ queryKey: api.stores.getUrl.key() })
      void queryClient.invalidateQueries({ queryKey: api.stores.getShops.key() })
      // The server is fetching pictures for links that have just become featured, so the list of pictures is refetched.
      void queryClient.invalidateQueries({ queryKey: api.stores.listThumbnails.key() })
      void showToast({ title: 'Store settings saved', message: store.name, completed: 'store' })
    },
    onError: () => queryClient.invalidateQueries(storeListQuery(scope)),
  })
}

/** Shows or hides the store. The change is shown at once, and is rolled back if the call fails. */
export function useSetStoreVisibility(scope: ProjectScope) {
  const queryClient = useQueryClient()
  const { queryKey } = storeListQuery(scope)
  return useMutation({
    mutationFn: ({ store, active }: { store: Store; active: boolean }) =>
      api.stores[active ? 'activate' : 'deactivate'].call({ params: { ...scope, storeId: store.store_id } }),
    onMutate: async ({ store, active }) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, [{ ...store, active }])
      return () => queryClient.setQueryData(queryKey, [store])
    },
    onSuccess: ({ active, name }) => void showToast({ title: active ? 'Your store is visible' : 'Your store is hidden', message: name }),
    onError: (error, _change, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: storeMessages.updateFailed })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

/** Deletes the store. Products, categories and links are not deleted. */
export function useDeleteStore(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ store_id: storeId }: Store) => api.stores.delete.call({ params: { ...scope, storeId } }),
    onSuccess: (_nothing, { name }) => {
      queryClient.setQueryData(storeListQuery(scope).queryKey, [])
      void showToast({ title: 'Store deleted', message: name })
    },
    onError: (error) => void showErrorToast(error, { fallback: storeMessages.deleteFailed }),
    onSettled: () => queryClient.invalidateQueries(storeListQuery(scope)),
  })
}

/** Creates a first or another short URL for the store page. The form shows errors. */
export function useCreateStoreUrl(scope: ProjectScope, storeId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api.stores.createUrl.call({ params: { ...scope, storeId }, body: slug === '' ? {} : { url: slug } }),
    onSuccess: (pageUrl) => {
      queryClient.setQueryData(storeUrlQuery(scope, storeId).queryKey, pageUrl)
      void queryClient.invalidateQueries({ queryKey: api.qrCodes.key() })
      void queryClient.invalidateQueries({ queryKey: api.links.key() })
      void queryClient.invalidateQueries(storeListQuery(scope))
      void showToast({ title: 'Short URL created', message: pageUrl.url })
    },
  })
}
