import { z } from 'zod'
import * as mini from 'zod/mini'
import { nullableWebAddress } from '../addresses/web-address.ts'
import { call, projectParams } from '../call.ts'
import { hexColor } from '../color.ts'
import { errors } from '../errors.ts'
import { categoryId, uuid } from '../ids.ts'
import { makePlaceSchema } from '../list-order.ts'
import { knownRevision, makeFieldsOptional, revision } from '../revisions.ts'
import { pageSlug } from '../stores/page-slugs.ts'
import { hasSchedule, scheduleFields, scheduleOutput, scheduleUpdateFields } from '../stores/schedule.ts'
import { nameText, nullableText } from '../text.ts'
import { categoryDescriptionMaxLength, categoryMessages, categoryNameMaxLength } from './category-limits.ts'

export * from './category-limits.ts'

export const categoryName = nameText(categoryMessages.nameRequired).check(
  mini.maxLength(categoryNameMaxLength, { error: `Category names can be up to ${categoryNameMaxLength} characters` }),
)

/** Fields that show a category as a collection in the store. */
const collection = {
  description: nullableText(categoryDescriptionMaxLength),
  image_url: nullableWebAddress,
  show_as_row: mini.boolean(),
}

/** If a category has no color, it gets the main color of the store, or the default color. */
export const categoryDraft = mini
  .strictObject({
    name: categoryName,
    slug: mini.optional(pageSlug),
    color_hex: mini.optional(hexColor),
    active: mini._default(mini.boolean(), true),
    description: mini._default(collection.description, null),
    image_url: mini._default(collection.image_url, null),
    show_as_row: mini._default(collection.show_as_row, false),
    ...scheduleFields,
  })
  .check(hasSchedule)

export const categoryUpdate = mini
  .strictObject({
    name: categoryName,
    slug: mini.optional(pageSlug),
    color_hex: mini.optional(hexColor),
    active: mini.optional(mini.boolean()),
    description: mini.optional(collection.description),
    image_url: mini.optional(collection.image_url),
    show_as_row: mini.optional(collection.show_as_row),
    ...scheduleUpdateFields,
  })
  .check(hasSchedule)

/** Changes only the given fields. */
export const categoryPatch = mini.strictObject({ revision: knownRevision, ...makeFieldsOptional(categoryDraft.shape) }).check(hasSchedule)

/** A category as visitors see it. */
export const storeCategory = z.object({
  category_id: uuid,
  name: z.string(),
  slug: z.string(),
  color_hex: z.string(),
  description: z.string().nullable(),
  image_url: z.string().nullable(),
  show_as_row: z.boolean(),
})

export const category = storeCategory.extend({ active: z.boolean(), ...scheduleOutput, revision })

/** `product_count` includes products that visitors do not see. */
const listedCategory = category.extend({ product_count: z.int() })

const oneCategory = projectParams.extend({ categoryId })

export const categories = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/categories',
    summary: 'The categories of a project, in the order of the owner',
  })
    .input(z.object({ params: projectParams }))
    .output(z.array(listedCategory)),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/categories',
    successStatus: 201,
    summary: 'Create a category, last in the order',
    addsToProject: true,
  })
    .input(z.object({ params: projectParams, body: categoryDraft }))
    .output(category)
    .errors(errors('CATEGORY_NAME_TAKEN', 'CATEGORY_LIMIT_REACHED', 'PAGE_SLUG_TAKEN', 'PAGE_SLUG_RESERVED')),
  update: call({
    method: 'PUT',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}',
    summary: 'Change a category. Omitted fields stay unchanged',
  })
    .input(z.object({ params: oneCategory, body: categoryUpdate }))
    .output(category)
    .errors(errors('CATEGORY_NOT_FOUND', 'CATEGORY_NAME_TAKEN', 'PAGE_SLUG_TAKEN', 'PAGE_SLUG_RESERVED')),
  patch: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}',
    summary: 'Change only the sent fields of a category; fails if the category was changed since you read its revision',
  })
    .input(z.object({ params: oneCategory, body: categoryPatch }))
    .output(category)
    .errors(errors('CATEGORY_NOT_FOUND', 'CATEGORY_NAME_TAKEN', 'PAGE_SLUG_TAKEN', 'PAGE_SLUG_RESERVED', 'REVISION_OUTDATED')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}',
    successStatus: 204,
    summary: 'Delete a category; its products stay',
  })
    .input(z.object({ params: oneCategory }))
    .output(z.void())
    .errors(errors('CATEGORY_NOT_FOUND')),
  activate: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}/activate',
    summary: 'Show a category in the store',
  })
    .input(z.object({ params: oneCategory }))
    .output(category)
    .errors(errors('CATEGORY_NOT_FOUND')),
  deactivate: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}/deactivate',
    summary: 'Hide a category from the store',
  })
    .input(z.object({ params: oneCategory }))
    .output(category)
    .errors(errors('CATEGORY_NOT_FOUND')),
  move: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/categories/{categoryId}/move',
    successStatus: 204,
    summary: 'Move a category in the order of the owner',
  })
    .input(z.object({ params: oneCategory, body: makePlaceSchema(categoryId) }))
    .output(z.void())
    .errors(errors('CATEGORY_NOT_FOUND')),
}

export type Category = z.infer<typeof category>
export type ListedCategory = z.infer<typeof listedCategory>
export type StoreCategory = z.infer<typeof storeCategory>
export type CategoryDraft = z.output<typeof categoryDraft>
export type CategoryUpdate = z.output<typeof categoryUpdate>
export type CategoryPatch = z.output<typeof categoryPatch>
