import { type Product, type ProductFormDraft, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'
import { changeOptimistically, invalidateProducts, removeFromLists, updateCachedProduct } from './product-cache.ts'
import { productQuery, productUrlQuery } from './product-queries.ts'

/** Errors are left to the form. */
export function useCreateProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ProductFormDraft) => api.products.create.call({ params: scope, body: draft }),
    onSuccess: (product) => {
      queryClient.setQueryData(productQuery(scope, product.product_id).queryKey, product)
      void showToast({ title: 'Product created', message: product.name })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

/** Changes what the form has. Visibility and links stay unchanged: they are saved one by one. Errors are left to the form. */
export function useUpdateProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ productId, draft: { active, urls, ...update } }: { productId: string; draft: ProductFormDraft }) =>
      api.products.update.call({ params: { ...scope, productId }, body: update }),
    onSuccess: (product) => {
      updateCachedProduct(queryClient, scope, product)
      void showToast({ title: 'Product updated', message: product.name })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

/** Shows or hides a product in the store, without its other fields. Optimistic: rolled back when it fails. */
export function useActivateProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ product, active }: { product: Product; active: boolean }) =>
      api.products.bulkChange.call({
        params: scope,
        body: { product_ids: [product.product_id], action: active ? 'activate' : 'deactivate' },
      }),
    onMutate: ({ product, active }) => changeOptimistically(queryClient, scope, { ...product, active }),
    onSuccess: (_result, { product: { name }, active }) =>
      void showToast({ title: active ? 'Product is active' : 'Product is inactive', message: name }),
    onError: (error, _change, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: productMessages.updateFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

/** Links a short URL to a product, or unlinks it. Optimistic: rolled back when it fails. */
export function useLinkProductUrl(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `product links ${scope.projectId}` },
    mutationFn: ({ product: { product_id: productId }, urlId, isLinked }: { product: Product; urlId: string; isLinked: boolean }) =>
      (isLinked ? api.products.linkUrl : api.products.unlinkUrl).call({ params: { ...scope, productId, urlId } }),
    onMutate: ({ product, urlId, isLinked }) => {
      const others = product.urls.filter((id) => id !== urlId)
      return changeOptimistically(queryClient, scope, { ...product, urls: isLinked ? [...others, urlId] : others })
    },
    onError: (error, { isLinked }, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: isLinked ? productMessages.linkUrlFailed : productMessages.unlinkUrlFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
}

/** Gives the page of a product a short URL, or another one. Errors are left to the form. */
export function useCreateProductUrl(scope: ProjectScope, productId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) => api.products.createUrl.call({ params: { ...scope, productId }, body: slug === '' ? {} : { url: slug } }),
    onSuccess: (pageUrl) => {
      queryClient.setQueryData(productUrlQuery(scope, productId).queryKey, pageUrl)
      void showToast({ title: 'Short URL created', message: pageUrl.url })
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      // The short URL is a link of the project, and the QR code leads to it.
      void queryClient.invalidateQueries({ queryKey: api.links.key() })
      void queryClient.invalidateQueries({ queryKey: api.qrCodes.key() })
    },
  })
}

export function useDeleteProduct(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ product_id: productId }: Product) => api.products.delete.call({ params: { ...scope, productId } }),
    onSuccess: (_result, { product_id, name }) => {
      removeFromLists(queryClient, [product_id])
      queryClient.removeQueries({ queryKey: productQuery(scope, product_id).queryKey })
      void showToast({ title: 'Product deleted', message: name })
    },
    onError: (error) => void showErrorToast(error, { fallback: productMessages.deleteFailed }),
    onSettled: () => invalidateProducts(queryClient),
  })
}
