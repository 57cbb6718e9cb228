import { publicCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { getPublicProduct, getPublicStore, listPublicCategories, listPublicProducts } from './public-store.ts'

const calls = publicCall.publicStores

export function publicStoreRoutes(deps: Deps) {
  return {
    config: calls.config.handler(({ input }) => getPublicStore(deps, input.params.storeName)),
    categories: calls.categories.handler(({ input }) => listPublicCategories(deps, input.params.storeName)),
    productsOfCategory: calls.productsOfCategory.handler(({ input }) => listPublicProducts(deps, input.params)),
    product: calls.product.handler(({ input }) => getPublicProduct(deps, input.params)),
  }
}
