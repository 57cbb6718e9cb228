import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { bulkChangeProducts } from './bulk/bulk-change-products.ts'
import { exportProducts } from './csv/export-products.ts'
import { eraseProducts } from './deletion/erase-products.ts'
import { listDeletedProducts, restoreProducts } from './deletion/restore-products.ts'
import { listProductsWithShops } from './list/list-products.ts'
import type { ProductNumberQueries } from './list/product-numbers.ts'
import { createSortedLists } from './list/sorted-lists.ts'
import { createProductUrl, getProductUrl } from './product-url.ts'
import {
  createProduct,
  deleteProduct,
  getProduct,
  linkProduct,
  moveProduct,
  patchProduct,
  unlinkProduct,
  updateProduct,
} from './products.ts'

import { suggestProduct } from './suggestion/suggest-product.ts'

const calls = projectCall.products

export function productRoutes(deps: Deps, { numbers }: { numbers: ProductNumberQueries }) {
  const sortedLists = createSortedLists()
  return {
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listProductsWithShops({ ...deps, numbers, sortedLists }, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.products }
    }),
    create: calls.create.handler(({ context, input }) => createProduct(deps, context.ctx, input.body)),
    get: calls.get.handler(({ context, input }) => getProduct(deps, context.ctx, input.params.productId)),
    update: calls.update.handler(({ context, input }) =>
      updateProduct(deps, context.ctx, { productId: input.params.productId, update: input.body }),
    ),
    patch: calls.patch.handler(({ context, input }) =>
      patchProduct(deps, context.ctx, { productId: input.params.productId, patch: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteProduct(context.ctx, input.params.productId)),
    listDeleted: calls.listDeleted.handler(async ({ context, input }) => {
      const page = await listDeletedProducts(context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.products }
    }),
    restore: calls.restore.handler(({ context, input }) => restoreProducts(deps, context.ctx, input.body.product_ids)),
    erase: calls.erase.handler(async ({ context, input }) => ({ product_ids: await eraseProducts(context.ctx, input.body.product_ids) })),
    fromUrl: calls.fromUrl.handler(({ context, input }) => suggestProduct(deps, context.ctx, input.body.url)),
    export: calls.export.handler(({ context }) => exportProducts(deps, context.ctx)),
    bulkChange: calls.bulkChange.handler(({ context, input }) => bulkChangeProducts(context.ctx, input.body)),
    move: calls.move.handler(({ context, input }) => moveProduct(context.ctx, { productId: input.params.productId, place: input.body })),
    linkUrl: calls.linkUrl.handler(({ context, input: { params } }) =>
      linkProduct(context.ctx, { productId: params.productId, linkId: params.urlId }),
    ),
    unlinkUrl: calls.unlinkUrl.handler(({ context, input: { params } }) =>
      unlinkProduct(context.ctx, { productId: params.productId, linkId: params.urlId }),
    ),
    getUrl: calls.getUrl.handler(({ context, input }) => getProductUrl(deps, context.ctx, input.params.productId)),
    createUrl: calls.createUrl.handler(({ context, input }) =>
      createProductUrl(deps, context.ctx, { productId: input.params.productId, draft: input.body }),
    ),
  }
}
