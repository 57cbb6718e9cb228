import { type Product, productMessages, type Store } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { changeOptimistically, invalidateProducts } from '../product-cache.ts'

/**
 * Returns a function that shows a product in the store again. Undefined if there is no store, or if the user may not
 * change it. The change is shown at once, and is rolled back if the call fails.
 */
export function useShowInStore(scope: ProjectScope, store: Store | null | undefined): ((product: Product) => void) | undefined {
  const queryClient = useQueryClient()
  const canChange = useCan('stores.addProduct')
  const { mutate } = useMutation({
    mutationFn: ({ product: { product_id: productId }, storeId }: { product: Product; storeId: string }) =>
      api.stores.addProduct.call({ params: { ...scope, storeId, productId } }),
    onMutate: ({ product }) => changeOptimistically(queryClient, scope, [{ ...product, in_store: true }]),
    onSuccess: (_result, { product }) => void showToast({ title: 'Product shown in store', message: product.name }),
    onError: (error, _product, undo) => {
      undo?.()
      void showErrorToast(error, { fallback: productMessages.updateFailed })
    },
    onSettled: () => invalidateProducts(queryClient),
  })
  if (!store || !canChange) return undefined
  return (product) => mutate({ product, storeId: store.store_id })
}
