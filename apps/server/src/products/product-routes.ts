import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { bulkChangeProducts } from './bulk/bulk-change-products.ts'
import { createProduct } from './create-product.ts'
import { exportProducts } from './csv/export-products.ts'
import { deleteProduct } from './delete-product.ts'
import { getProduct } from './get-product.ts'
import { getShops } from './get-shops.ts'
import { linkProduct, unlinkProduct } from './link-product.ts'
import { listProducts } from './list-products.ts'
import { moveProduct } from './move-product.ts'
import { createProductUrl, getProductUrl } from './product-url.ts'
import { addProductToStore, removeProductFromStore } from './show-in-store.ts'
import { suggestProduct } from './suggestion/suggest-product.ts'
import { updateProduct } from './update-product.ts'

const calls = projectCall.products

export function productRoutes(deps: Deps) {
  return {
    list: calls.list.handler(async ({ context, input }) => {
      const page = await listProducts(deps, context.ctx, input.query)
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.products }
    }),
    create: calls.create.handler(({ context, input }) => createProduct(deps, context.ctx, input.body)),
    get: calls.get.handler(({ context, input }) => getProduct(deps, context.ctx, input.params.productId)),
    update: calls.update.handler(({ context, input }) =>
      updateProduct(deps, context.ctx, { productId: input.params.productId, update: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteProduct(context.ctx, input.params.productId)),
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

/** The calls of stores that are about their products. */
export function storeProductRoutes() {
  const { addProduct, removeProduct, getShops: shopsCall } = projectCall.stores
  return {
    addProduct: addProduct.handler(({ context, input }) => addProductToStore(context.ctx, input.params)),
    removeProduct: removeProduct.handler(({ context, input }) => removeProductFromStore(context.ctx, input.params)),
    getShops: shopsCall.handler(({ context, input }) => getShops(context.ctx, input.params.storeId)),
  }
}
