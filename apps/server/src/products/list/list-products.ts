import { isPriceShown, type Link, type ListedProduct, type Product, type ProductQuery, toShopFacts, toShopName } from '@linkshelf/contract'
import type { ProjectContext } from '../../access/index.ts'
import { findLinks } from '../../links/index.ts'
import { listProducts } from '../products.ts'
import { listSortedProducts, type SortDeps } from './list-sorted-products.ts'

interface ListedProducts {
  products: ListedProduct[]
  /** The cursor of the next page. Undefined on the last page. */
  nextCursor: string | undefined
}

/**
 * Lists products with their shops. Throws REQUEST_INVALID if the cursor was not returned for this order, and NOT_FOUND
 * if the organization may not use products. If the order is by clicks or earnings, also throws the errors of
 * `ProductNumberQueries`.
 */
export async function listProductsWithShops(deps: SortDeps, ctx: ProjectContext, query: ProductQuery): Promise<ListedProducts> {
  const { products, nextCursor } = await (query.sort === 'order' ? listProducts(deps, ctx, query) : listSortedProducts(deps, ctx, query))
  const links = await findLinks(
    deps,
    ctx,
    products.flatMap(({ urls }) => urls),
  )
  return { products: products.map((product) => toListedProduct(product, links, ctx.now)), nextCursor }
}

function toListedProduct(product: Product, linkById: ReadonlyMap<string, Link>, now: Date): ListedProduct {
  const links = product.urls.flatMap((id) => linkById.get(id) ?? [])
  return {
    ...product,
    shops: links.map(({ url_id, target, pending, affiliation, health }) => {
      const name = toShopName(new URL(target).hostname)
      return { url_id, name, pending, affiliation, health }
    }),
    price_visible: product.price !== null && isPriceShown(product.price, links.map(toShopFacts), now),
  }
}
