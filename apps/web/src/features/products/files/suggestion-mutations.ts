import type { Product } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, type ProjectScope } from '../../../api/api.ts'
import { readOnlyMutation } from '../../../api/broadcast-changes.ts'
import { invalidateProducts } from '../product-cache.ts'

export function useSuggestProduct(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: (url: string) => api.products.fromUrl.call({ params: scope, body: { url } }),
  })
}

interface SuggestedProduct {
  name: string
  description: string | null
  image_url: string | null
}

/** Creates a short link to the shop, and the product with it. A second attempt uses the link of the first. */
export function useAddSuggested(scope: ProjectScope, target: string) {
  const queryClient = useQueryClient()
  const linkId = useRef<string>(undefined)
  return useMutation({
    mutationFn: async (draft: SuggestedProduct): Promise<Product> => {
      linkId.current ??= (await api.links.create.call({ params: scope, body: { target, title: draft.name } })).url_id
      return api.products.create.call({ params: scope, body: { ...draft, urls: [linkId.current] } })
    },
    onSettled: () => {
      invalidateProducts(queryClient)
      void queryClient.invalidateQueries({ queryKey: api.links.key() })
    },
  })
}
