import { type ListedProduct, type Place, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { invalidateProducts, reorderCachedProducts } from '../product-cache.ts'
import { computeIndexAfter, type LoadedProducts, reorderProducts } from './product-order.ts'

export interface ProductMove {
  product: ListedProduct
  place: Place
}

/**
 * Moves products in the owner's order, one call after another. A move is shown at once, and is rolled back if the call
 * fails.
 */
export function useMoveProduct(scope: ProjectScope, loaded: LoadedProducts) {
  const queryClient = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const mutationKey = ['move product', scope]

  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `product order ${scope.projectId}` },
    mutationFn: ({ product, place }: ProductMove) =>
      api.products.move.call({ params: { ...scope, productId: product.product_id }, body: place }),
    onMutate: async ({ product, place }) => {
      // The response of a running fetch would restore the old order, so running fetches are canceled.
      await queryClient.cancelQueries({ queryKey: api.products.list.key() })
      return reorderCachedProducts(queryClient, scope, (products) => reorderProducts({ ...loaded, products }, product, place))
    },
    onError: (error, _move, undo) => {
      undo?.()
      setAnnouncement('')
      void showErrorToast(error, { fallback: productMessages.moveFailed })
    },
    onSettled: () => {
      // If another move is still running, a refetch would show the order without that move, so only the last move
      // refetches.
      if (queryClient.isMutating({ mutationKey }) === 1) invalidateProducts(queryClient)
    },
  })

  function move(change: ProductMove): void {
    const { product, place } = change
    setAnnouncement(`${product.name} moved to position ${computeIndexAfter(loaded, product, place) + 1}.`)
    mutate(change)
  }

  return { move, announcement }
}
