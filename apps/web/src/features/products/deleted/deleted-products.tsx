import { bulkProductsMax, type DeletedProduct, deletedProductsPerProject, productsPageSize } from '@linkshelf/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { DeletedList, EraseForm } from '../../deletions/deleted-list.tsx'
import { type DeletedProductName, useEraseProducts, useRestoreProducts } from '../product-mutations.ts'

interface DeletedProductsProps {
  scope: ProjectScope
  search: string
}

/** Lists the deleted products that can be restored. */
export function DeletedProducts({ scope, search }: DeletedProductsProps) {
  const pages = useInfiniteQuery(
    api.products.listDeleted.infiniteOptions({
      input: (cursor: string | undefined) => ({ params: scope, query: { search: search || undefined, limit: productsPageSize, cursor } }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.headers['x-next-cursor'],
    }),
  )
  return (
    <DeletedList<DeletedProduct>
      noun="product"
      limitNote={`A project can have ${formatNumber(deletedProductsPerProject)} deleted products. If it has more, the oldest are erased.`}
      rows={pages.data?.pages.flatMap(({ body }) => body)}
      pages={pages}
      view={JSON.stringify([scope, search])}
      isSearched={search !== ''}
      max={bulkProductsMax}
      idOf={({ product_id }) => product_id}
      nameOf={nameOf}
      restore={useRestoreProducts(scope)}
      eraseForm={(products, close) => <EraseProductsForm scope={scope} products={products} onClose={close} />}
      calls={{ restore: 'products.restore', erase: 'products.erase' }}
    />
  )
}

function nameOf({ name }: DeletedProductName): string {
  return name
}

interface EraseProductsFormProps {
  scope: ProjectScope
  products: readonly DeletedProduct[]
  onClose: () => void
}

function EraseProductsForm({ scope, products, onClose }: EraseProductsFormProps) {
  return <EraseForm<DeletedProductName> noun="product" rows={products} nameOf={nameOf} erase={useEraseProducts(scope)} onClose={onClose} />
}
