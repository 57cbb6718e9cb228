import { queryOptions } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import type { StoreContent } from './preview-store.ts'

/** How many products the preview shows; a page of a store shows more. */
const shownProducts = 24

/** The start of what a store shows, for its preview. */
export function storeContentQuery(scope: ProjectScope) {
  return queryOptions({
    // The key is below that of products, so that it is invalidated with them.
    queryKey: [...api.products.key(), 'of store page', scope],
    queryFn: async ({ signal }): Promise<StoreContent> => {
      const [categories, products, links] = await Promise.all([
        api.categories.list.call({ params: scope }, { signal }),
        api.products.list.call({ params: scope, query: { limit: shownProducts } }, { signal }),
        api.links.list.call({ params: scope, query: { limit: 100 } }, { signal }),
      ])
      return { categories, products: products.body, links: links.body }
    },
  })
}
