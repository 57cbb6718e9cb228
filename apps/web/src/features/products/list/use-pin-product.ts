import { type Product, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { changeOptimistically, invalidateProducts, updateCachedProducts } from '../product-cache.ts'

/**
 * Pins a product to the top of the store, or unpins it. The change is shown at once, and is rolled back if the call
 * fails.
 */
export function usePinProduct(scope: ProjectScope): (product: Product) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ product_id: productId, revision, pinned }: Product) =>
      api.products.patch.call({ params: { ...scope, productId }, body: { revision, pinned } }),
    onMutate: (product) => changeOptimistically(queryClient, scope, [product]),
    onSuccess: (product) => {
      // The cache gets the new revision at once, because the next change needs it and may come before the list is
      // loaded again.
      updateCachedProducts(queryClient, scope, [product])
      void showToast({ title: product.pinned ? 'Product pinned' : 'Product unpinned', message: product.name })
    },
    onError: (error, _product, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: productMessages.updateFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
  return (product) => mutate({ ...product, pinned: !product.pinned })
}
