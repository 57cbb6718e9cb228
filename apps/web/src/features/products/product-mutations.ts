import { type Product, productMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toast.tsx'
import { invalidateProducts, removeFromLists } from './product-cache.ts'
import { productQuery } from './product-queries.ts'

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
