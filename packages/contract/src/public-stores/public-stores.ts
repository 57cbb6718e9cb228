import { z } from 'zod'
import { publicCall } from '../call.ts'
import { storeCategory } from '../categories/categories.ts'
import { errors } from '../errors.ts'
import { categoryId, productId, uuid } from '../ids.ts'
import { type CheckedPrice, productPage } from '../products/products.ts'
import { storeConfig, storeName } from '../stores/stores.ts'

const oneStore = z.object({ storeName })

/** A product with the links to its shops. Its price is the price that its page shows. */
const publicProduct = productPage.extend({
  price: z
    .object({ amount: z.string(), currency: z.string(), checked_on: z.iso.date().nullable() } satisfies Record<keyof CheckedPrice, unknown>)
    .nullable(),
  shops: z.array(
    z.object({
      url_id: uuid,
      name: z.string().describe('The name of the shop; its host if the shop has no name'),
      url: z.url().describe('The short URL that leads to the shop'),
    }),
  ),
})

/** Active stores as visitors see them. The calls need no sign-in. */
export const publicStores = {
  config: publicCall('/v1/public/{storeName}/config', 'The settings of a store')
    .input(z.object({ params: oneStore }))
    .output(storeConfig)
    .errors(errors('REQUEST_INVALID', 'STORE_NOT_FOUND')),
  categories: publicCall('/v1/public/{storeName}/categories', 'The active categories of a store, in its order')
    .input(z.object({ params: oneStore }))
    .output(z.array(storeCategory))
    .errors(errors('REQUEST_INVALID', 'STORE_NOT_FOUND')),
  productsOfCategory: publicCall(
    '/v1/public/{storeName}/products/category/{categoryId}',
    'The active products of a category, in the order of the store',
  )
    .input(z.object({ params: oneStore.extend({ categoryId }) }))
    .output(z.array(publicProduct))
    .errors(errors('REQUEST_INVALID', 'STORE_NOT_FOUND', 'CATEGORY_NOT_FOUND')),
  product: publicCall('/v1/public/{storeName}/products/{productId}', 'One active product of a store')
    .input(z.object({ params: oneStore.extend({ productId }) }))
    .output(publicProduct)
    .errors(errors('REQUEST_INVALID', 'STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND')),
}

export type PublicProduct = z.infer<typeof publicProduct>
