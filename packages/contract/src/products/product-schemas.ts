import { z } from 'zod'
import * as mini from 'zod/mini'
import { secureWebAddress } from '../addresses/web-address.ts'
import { instant, timeZone } from '../call.ts'
import { deletionFields } from '../deletions.ts'
import { categoryId, fileImportId, linkId, productId, uuid } from '../ids.ts'
import { affiliationSummary } from '../links/link-affiliation.ts'
import { link } from '../links/link-schemas.ts'
import { knownRevision, makeFieldsOptional, revision } from '../revisions.ts'
import { pageSlug } from '../stores/page-slugs.ts'
import { hasSchedule, scheduleFields, scheduleOutput, scheduleUpdateFields } from '../stores/schedule.ts'
import { maxCharacters, nameText, optionalText, text } from '../text.ts'
import { pictureFocus, pictureLook } from '../uploads/picture-looks.ts'
import { priceDraft, priceFields, productPrice } from './price-schemas.ts'
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
  productListSorts,
  productMessages,
  productNameMaxLength,
  productsPageSize,
} from './product-limits.ts'
import { visibilityReasons, visibilityStates } from './product-visibility.ts'

export const productName = nameText(productMessages.nameRequired).check(
  mini.maxLength(productNameMaxLength, { error: `Product names can be up to ${productNameMaxLength} characters` }),
)

const attribute = mini.strictObject({
  name: nameText(productMessages.attributeIncomplete).check(maxCharacters(attributeNameMaxLength)),
  value: nameText(productMessages.attributeIncomplete).check(maxCharacters(attributeValueMaxLength)),
})

const attributeCount = mini.refine<Record<string, string>>((map) => Object.keys(map).length <= attributesPerProduct, {
  error: `Products can have up to ${attributesPerProduct} attributes`,
})

/** Names and values in the owner's order. */
const attributes = mini.record(attribute.shape.name, attribute.shape.value).check(attributeCount)

/** Attributes as rows of a form. Blank rows are skipped. */
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
  .max(categoriesPerProduct, { error: `Products can be in up to ${categoriesPerProduct} categories` })
  .transform((ids) => [...new Set(ids)])

const urls = z
  .array(linkId)
  .max(linksPerProduct, { error: `Products can have up to ${linksPerProduct} links` })
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
    image_focus: z._default(pictureFocus, null),
    slug: mini.optional(pageSlug),
    attributes: z._default(attributes, {}),
    categories: categories.default([]),
    urls: urls.default([]),
    active: z.boolean().default(true),
    availability: availability.default('available'),
    price: z._default(mini.nullable(priceDraft), null),
    pinned: z.boolean().default(false),
    ...scheduleFields,
  })
  .check(hasSchedule)

export const productUpdate = z
  .strictObject({
    ...texts,
    image_focus: mini.optional(pictureFocus),
    slug: mini.optional(pageSlug),
    attributes: z.optional(attributes),
    categories: categories.optional(),
    urls: urls.optional(),
    active: z.boolean().optional(),
    availability: availability.optional(),
    price: mini.optional(mini.nullable(priceDraft)),
    pinned: z.boolean().optional(),
    ...scheduleUpdateFields,
  })
  .check(hasSchedule)

/** Changes only the given fields. Null clears a text. */
export const productPatch = z.strictObject({ revision: knownRevision, ...makeFieldsOptional(productDraft.shape) }).check(hasSchedule)

/** A product in a form. Users can only choose existing categories and links. */
export const productForm = mini
  .strictObject({
    ...texts,
    image_focus: pictureFocus,
    slug: mini.optional(pageSlug),
    attributes: attributeRows,
    categories: mini.array(mini.string()),
    urls: mini.array(mini.string()),
    active: mini.boolean(),
    availability: mini.enum(productAvailabilities),
    price: priceFields,
    pinned: mini.boolean(),
    ...scheduleFields,
  })
  .check(hasSchedule)

/** A product as visitors see it. */
export const productPage = z.object({
  product_id: uuid,
  name: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  product_url: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
  categories: z.array(uuid),
  urls: z.array(uuid),
  availability,
  product_linkshelf_url: z.url().nullable(),
})

/** Computed from the product's other fields and its store at the time of the response. */
const visibility = z.object({ state: z.enum(visibilityStates), reason: z.enum(visibilityReasons).nullable(), at: instant.nullable() })

export const product = productPage.extend({
  image_focus: z.object({ x: z.number(), y: z.number() }).nullable(),
  image_look: pictureLook.nullable(),
  price: productPrice.nullable(),
  active: z.boolean(),
  in_store: z.boolean(),
  pinned: z.boolean(),
  ...scheduleOutput,
  visibility,
  revision,
})

/** A link of a product in a list: its shop, whether it earns, and the last check of its page. */
const listedShop = z.object({
  url_id: uuid,
  name: z.string(),
  pending: link.shape.pending,
  affiliation: link.shape.affiliation,
  health: link.shape.health,
})

export const listedProduct = product.extend({ shops: z.array(listedShop), price_visible: z.boolean() })

/**
 * A product that is proposed from the page of a shop. A field is null if the page has no value for it, or if the shop
 * does not allow copies of it.
 */
export const productSuggestion = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  /** The price on the page. Its `checked_on` is today. */
  price: productPrice.nullable(),
  /** The address as the owner entered it. A link to it gets the owner's own affiliate tag. */
  url: z.url(),
  retailer: z.string(),
  /** The project's link to this page, if there is one. It should be used instead of a second link. */
  url_id: z.nullable(uuid),
  affiliation: affiliationSummary,
  /** The source of the suggestion, or the reason why a field is missing. */
  note: z.string(),
})

export const productQuery = z.strictObject({
  search: z.optional(text.check(mini.trim(), mini.maxLength(productNameMaxLength))),
  category: z.optional(categoryId),
  import_id: z.optional(fileImportId).describe('Only products that this import created'),
  sort: z
    .enum(productListSorts)
    .default('order')
    .describe(
      "The owner's order, or by a value: of numbers the highest first. Clicks, click-through and earnings are those of the organization's last dashboard_days",
    ),
  tz: timeZone.describe('Where days begin, for the orders by clicks, click-through and earnings'),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
})

const productIds = z
  .array(productId, { error: productMessages.noneChosen })
  .min(1, { error: productMessages.noneChosen })
  .max(bulkProductsMax, { error: `Choose up to ${bulkProductsMax} products` })
  .transform((ids) => [...new Set(ids)])

export const productIdsBody = z.strictObject({ product_ids: productIds })

export const deletedProductQuery = z.strictObject({
  search: z.optional(text.check(mini.trim(), mini.maxLength(productNameMaxLength))),
  limit: z.coerce.number().int().min(1).max(100).default(productsPageSize),
  cursor: z.string().max(200).optional(),
})

/** A deleted product that can be restored. */
export const deletedProduct = z.object({
  product_id: uuid,
  name: z.string(),
  image_url: z.string().nullable(),
  ...deletionFields,
})

export const restoredProduct = product.extend({
  earlier_slug: z
    .string()
    .nullable()
    .describe('The last part of the page’s address before the deletion, if another page got it; null if it stayed the same'),
})

/**
 * The same change to several products. `category_ids` is required for the actions that add or remove categories, and
 * not allowed for the others.
 */
export const productsBulkChange = z
  .strictObject({ product_ids: productIds, action: z.enum(productBulkActions), category_ids: categories.default([]) })
  .refine(({ action, category_ids }) => action.endsWith('_categories') === category_ids.length > 0, {
    path: ['category_ids'],
    error: productMessages.noneOfCategoriesChosen,
  })

export type Product = z.infer<typeof product>
export type DeletedProduct = z.infer<typeof deletedProduct>
export type DeletedProductQuery = z.output<typeof deletedProductQuery>
export type RestoredProduct = z.infer<typeof restoredProduct>
export type ListedProduct = z.infer<typeof listedProduct>
export type ProductPage = z.infer<typeof productPage>
export type ProductDraft = z.output<typeof productDraft>
export type ProductSuggestion = z.infer<typeof productSuggestion>
export type ProductUpdate = z.output<typeof productUpdate>
export type ProductPatch = z.output<typeof productPatch>
export type ProductFormDraft = z.output<typeof productForm>
export type ProductsBulkChange = z.output<typeof productsBulkChange>
export type ProductQuery = z.output<typeof productQuery>
