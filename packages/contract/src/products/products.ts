import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { categoryId, linkId, productId, uuid } from '../ids.ts'
import { destinationForm } from '../links/links.ts'
import { pageUrl, pageUrlDraft } from '../links/page-urls.ts'
import { place } from '../list-order.ts'
import { hasSchedule, scheduleFields, scheduleOutput, scheduleUpdateFields } from '../stores/schedule.ts'
import { maxCharacters, nameText, optionalText, text } from '../text.ts'
import { secureWebAddress } from '../web-address.ts'
import {
  attributeNameMaxLength,
  attributesPerProduct,
  attributeValueMaxLength,
  bulkProductsMax,
  categoriesPerProduct,
  linksPerProduct,
  productAvailabilities,
  productBulkActions,
  productDescriptionMaxLength,
  productMessages,
  productNameMaxLength,
} from './product-limits.ts'

export * from './product-limits.ts'

export const productName = nameText(productMessages.nameRequired).check(
  mini.maxLength(productNameMaxLength, { error: `A product name may have ${productNameMaxLength} characters at most` }),
)

const attribute = mini.strictObject({
  name: nameText(productMessages.attributeIncomplete).check(maxCharacters(attributeNameMaxLength)),
  value: nameText(productMessages.attributeIncomplete).check(maxCharacters(attributeValueMaxLength)),
})

const attributeCount = mini.refine<Record<string, string>>((map) => Object.keys(map).length <= attributesPerProduct, {
  error: `A product may have ${attributesPerProduct} attributes at most`,
})

/** Names and values in the order of the owner. */
const attributes = mini.record(attribute.shape.name, attribute.shape.value).check(attributeCount)

/** Attributes as rows of a form; blank rows are skipped. */
const attributeRows = mini
  .pipe(
    mini.array(mini.strictObject({ name: mini.string(), value: mini.string() })),
    mini.transform((rows, payload) => {
      const named = new Map<string, string>()
      for (const [index, row] of rows.entries()) {
        if (row.name.trim() === '' && row.value.trim() === '') continue
        const { data, error } = attribute.safeParse(row)
        for (const { path, message } of error?.issues ?? []) reject(message, [index, ...path])
        if (data === undefined) continue
        if (named.has(data.name)) reject(productMessages.attributeRepeated, [index, 'name'])
        named.set(data.name, data.value)
      }
      return Object.fromEntries(named)

      function reject(message: string, path: PropertyKey[]): void {
        payload.issues.push({ code: 'custom', message, path, input: rows })
      }
    }),
  )
  .check(attributeCount)

const categories = z
  .array(categoryId)
  .max(categoriesPerProduct, { error: `A product may have ${categoriesPerProduct} categories at most` })
  .transform((ids) => [...new Set(ids)])

const urls = z
  .array(linkId)
  .max(linksPerProduct, { error: `A product may have ${linksPerProduct} links at most` })
  .transform((ids) => [...new Set(ids)])

const texts = {
  name: productName,
  description: optionalText(productDescriptionMaxLength),
  image_url: secureWebAddress,
  product_url: secureWebAddress,
}

const availability = z.enum(productAvailabilities)

export const productDraft = z
  .strictObject({
    ...texts,
    attributes: z._default(attributes, {}),
    categories: categories.default([]),
    urls: urls.default([]),
    active: z.boolean().default(true),
    availability: availability.default('available'),
    ...scheduleFields,
  })
  .check(hasSchedule)

export const productUpdate = z
  .strictObject({
    ...texts,
    attributes: z.optional(attributes),
    categories: categories.optional(),
    urls: urls.optional(),
    active: z.boolean().optional(),
    availability: availability.optional(),
    ...scheduleUpdateFields,
  })
  .check(hasSchedule)

/** A product as a form has it; its categories and links are chosen among those that exist. */
export const productForm = mini
  .strictObject({
    ...texts,
    attributes: attributeRows,
    categories: mini.array(mini.string()),
    urls: mini.array(mini.string()),
    active: mini.boolean(),
    availability: mini.enum(productAvailabilities),
    ...scheduleFields,
  })
  .check(hasSchedule)

/** A product as visitors see it. */
export const productPage = z.object({
  product_id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  product_url: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  categories: z.array(uuid),
  urls: z.array(uuid),
  availability,
  product_linkshelf_url: z.url().nullable(),
})

export const product = productPage.extend({ active: z.boolean(), in_store: z.boolean(), ...scheduleOutput })

/**
 * A proposed product, read from the page of a shop. A field is null where the page has no value, or the shop
 * does not allow to copy it.
 */
const productSuggestion = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  /** The address as the owner entered it: a link to it has the owner's own affiliate tag. */
  url: z.url(),
  retailer: z.string(),
  /** The source of the suggestion, or the reason why a field is missing. */
  note: z.string(),
})

/** The fields of a suggestion that its owner can correct before the product is created. */
export const productSuggestionForm = mini.object({ name: productName, image_url: secureWebAddress })

export const productQuery = z.strictObject({
  search: z.optional(text.check(mini.trim(), mini.maxLength(productNameMaxLength))),
  category: categoryId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})

const productIds = z
  .array(productId, { error: productMessages.noneChosen })
  .min(1, { error: productMessages.noneChosen })
  .max(bulkProductsMax, { error: `Choose ${bulkProductsMax} products at most` })
  .transform((ids) => [...new Set(ids)])

/**
 * The same change of several products. Only the actions that add or remove categories take
 * `category_ids`, and need them.
 */
const productsBulkChange = z
  .strictObject({ product_ids: productIds, action: z.enum(productBulkActions), category_ids: categories.default([]) })
  .refine(({ action, category_ids }) => action.endsWith('_categories') === category_ids.length > 0, {
    path: ['category_ids'],
    error: productMessages.noneOfCategoriesChosen,
  })

const oneProduct = projectParams.extend({ productId })
const linkOfProduct = oneProduct.extend({ urlId: linkId })

export const products = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/products',
    outputStructure: 'detailed',
    summary: 'List products in the order of the owner; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: projectParams, query: productQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(product) })),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/products',
    successStatus: 201,
    summary: 'Create a product, first in the order',
  })
    .input(z.object({ params: projectParams, body: productDraft }))
    .output(product)
    .errors(errors('PRODUCT_LIMIT_REACHED', 'CATEGORY_NOT_FOUND', 'LINK_NOT_FOUND')),
  get: call({ method: 'GET', path: '/v1/{orgId}/projects/{projectId}/products/{productId}', summary: 'Read one product' })
    .input(z.object({ params: oneProduct }))
    .output(product)
    .errors(errors('PRODUCT_NOT_FOUND')),
  update: call({
    method: 'PUT',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}',
    summary: 'Change a product. Texts that are left out are cleared; everything else that is left out stays unchanged',
  })
    .input(z.object({ params: oneProduct, body: productUpdate }))
    .output(product)
    .errors(errors('PRODUCT_NOT_FOUND', 'CATEGORY_NOT_FOUND', 'LINK_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/products/{productId}',
    successStatus: 204,
    summary: 'Delete a product; its links stay',
  })
    .input(z.object({ params: oneProduct }))
    .output(z.void())
    .errors(errors('PRODUCT_NOT_FOUND')),
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
    .input(z.object({ params: oneProduct, body: place(productId) }))
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
    summary: 'Give a product page a short URL, or another one',
  })
    .input(z.object({ params: oneProduct, body: pageUrlDraft }))
    .output(pageUrl)
    .errors(
      errors(
        'PRODUCT_NOT_FOUND',
        'STORE_NOT_FOUND',
        'LINK_LIMIT_REACHED',
        'LINK_SLUG_TAKEN',
        'LINK_SLUG_RESERVED',
        'LINK_TARGET_FORBIDDEN',
      ),
    ),
}

export type Product = z.infer<typeof product>
export type ProductPage = z.infer<typeof productPage>
export type ProductDraft = z.output<typeof productDraft>
export type ProductSuggestion = z.infer<typeof productSuggestion>
export type ProductUpdate = z.output<typeof productUpdate>
export type ProductFormDraft = z.output<typeof productForm>
export type ProductsBulkChange = z.output<typeof productsBulkChange>
export type ProductQuery = z.output<typeof productQuery>
