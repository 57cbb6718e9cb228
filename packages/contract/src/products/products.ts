import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { restorableDays } from '../deletion-limits.ts'
import { errors } from '../errors.ts'
import { linkId, productId, uuid } from '../ids.ts'
import { destinationForm } from '../links/links.ts'
import { pageUrl, pageUrlDraft } from '../links/page-urls.ts'
import { makePlaceSchema } from '../list-order.ts'
import {
  deletedProduct,
  deletedProductQuery,
  listedProduct,
  product,
  productDraft,
  productIdsBody,
  productPatch,
  productQuery,
  productSuggestion,
  productsBulkChange,
  productUpdate,
  restoredProduct,
} from './product-schemas.ts'

export * from './price-display.ts'
export * from './price-schemas.ts'
export * from './product-limits.ts'
export * from './product-price.ts'
export * from './product-schemas.ts'
export * from './product-visibility.ts'

const oneProduct = projectParams.extend({ productId })
const linkOfProduct = oneProduct.extend({ urlId: linkId })

export const products = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/products',
    outputStructure: 'detailed',
    summary: 'List products, in the order of the owner unless sorted; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: projectParams, query: productQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(listedProduct) }))
    .errors(errors('ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE')),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products',
    successStatus: 201,
    summary: 'Create a product, first in the order',
    addsToProject: true,
  })
    .input(z.object({ params: projectParams, body: productDraft }))
    .output(product)
    .errors(
      errors(
        'PRODUCT_LIMIT_REACHED',
        'PRODUCT_PIN_LIMIT_REACHED',
        'CATEGORY_NOT_FOUND',
        'LINK_NOT_FOUND',
        'PAGE_SLUG_TAKEN',
        'PAGE_SLUG_RESERVED',
      ),
    ),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/products/{productId}', summary: 'Read one product' })
    .input(z.object({ params: oneProduct }))
    .output(product)
    .errors(errors('PRODUCT_NOT_FOUND')),
  update: call({
    method: 'PUT',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}',
    summary: 'Change a product. Omitted texts are cleared; other omitted fields stay unchanged',
  })
    .input(z.object({ params: oneProduct, body: productUpdate }))
    .output(product)
    .errors(
      errors(
        'PRODUCT_NOT_FOUND',
        'PRODUCT_PIN_LIMIT_REACHED',
        'CATEGORY_NOT_FOUND',
        'LINK_NOT_FOUND',
        'PAGE_SLUG_TAKEN',
        'PAGE_SLUG_RESERVED',
      ),
    ),
  patch: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}',
    summary: 'Change only the sent fields of a product; fails if the product was changed since you read its revision. Null clears a text',
  })
    .input(z.object({ params: oneProduct, body: productPatch }))
    .output(product)
    .errors(
      errors(
        'PRODUCT_NOT_FOUND',
        'PRODUCT_PIN_LIMIT_REACHED',
        'CATEGORY_NOT_FOUND',
        'LINK_NOT_FOUND',
        'PAGE_SLUG_TAKEN',
        'PAGE_SLUG_RESERVED',
        'REVISION_OUTDATED',
      ),
    ),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}',
    successStatus: 204,
    summary: `Delete a product, which can be restored for ${restorableDays} days; its links stay`,
  })
    .input(z.object({ params: oneProduct }))
    .output(z.void())
    .errors(errors('PRODUCT_NOT_FOUND')),
  listDeleted: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/products/deleted',
    outputStructure: 'detailed',
    summary: 'List deleted products that can be restored, last deleted first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: projectParams, query: deletedProductQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(deletedProduct) })),
  restore: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/restore',
    summary: `Restore deleted products within ${restorableDays} days, all of them or none; returns the products that exist afterwards`,
  })
    .input(z.object({ params: projectParams, body: productIdsBody }))
    .output(z.array(restoredProduct))
    .errors(errors('PRODUCT_LIMIT_REACHED')),
  erase: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/erase',
    summary: 'Erase deleted products now, which can’t be undone; returns the ids of those that were not erased yet',
    needsRecentSignIn: 'always',
    ownerTask: 'erase',
  })
    .input(z.object({ params: projectParams, body: productIdsBody }))
    .output(z.object({ product_ids: z.array(uuid) })),
  fromUrl: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/from-url',
    summary: 'Suggest a name, a description and a picture from the page of a shop, where the shop allows it. Nothing is stored',
  })
    .input(z.object({ params: projectParams, body: z.strictObject({ url: destinationForm.shape.target }) }))
    .output(productSuggestion),
  export: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/products/export',
    outputStructure: 'detailed',
    summary: 'Every product as a CSV file: RFC 4180, UTF-8 with a byte order mark',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: projectParams }))
    .output(csvFile),
  bulkChange: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/bulk',
    summary:
      'Show, hide, categorize or delete several products at once: all of them or none. Products that are gone already count as deleted',
  })
    .input(z.object({ params: projectParams, body: productsBulkChange }))
    .output(z.object({ product_ids: z.array(uuid) }))
    .errors(errors('PRODUCT_NOT_FOUND', 'CATEGORY_NOT_FOUND', 'PRODUCT_CATEGORY_LIMIT_REACHED')),
  move: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}/move',
    successStatus: 204,
    summary: 'Move a product in the order of the owner',
  })
    .input(z.object({ params: oneProduct, body: makePlaceSchema(productId) }))
    .output(z.void())
    .errors(errors('PRODUCT_NOT_FOUND')),
  linkUrl: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}/urls/{urlId}',
    successStatus: 204,
    summary: 'Add a link to a product',
  })
    .input(z.object({ params: linkOfProduct }))
    .output(z.void())
    .errors(errors('PRODUCT_NOT_FOUND', 'LINK_NOT_FOUND', 'PRODUCT_LINK_LIMIT_REACHED')),
  unlinkUrl: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}/urls/{urlId}',
    successStatus: 204,
    summary: 'Remove a link from a product',
  })
    .input(z.object({ params: linkOfProduct }))
    .output(z.void())
    .errors(errors('PRODUCT_NOT_FOUND', 'LINK_NOT_FOUND')),
  getUrl: call({
    method: 'GET',
    path: '/v1/org/{orgId}/projects/{projectId}/products/{productId}/url',
    summary: 'The short URL of a product page',
  })
    .input(z.object({ params: oneProduct }))
    .output(pageUrl)
    .errors(errors('PRODUCT_NOT_FOUND', 'PAGE_URL_NOT_FOUND')),
  createUrl: call({
    method: 'POST',
    path: '/v1/org/{orgId}/projects/{projectId}/products/{productId}/url',
    summary: 'Create a short URL for a product page, or another one',
    addsToProject: true,
  })
    .input(z.object({ params: oneProduct, body: pageUrlDraft }))
    .output(pageUrl)
    .errors(
      errors(
        'PRODUCT_NOT_FOUND',
        'STORE_NOT_FOUND',
        'STORE_NOT_ENABLED',
        'LINK_SLUG_TAKEN',
        'LINK_SLUG_RESERVED',
        'PAGE_URL_TARGET_FIXED',
        'PAGE_URL_LIMIT_REACHED',
      ),
    ),
}
