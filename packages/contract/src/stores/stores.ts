import { z } from 'zod'
import * as mini from 'zod/mini'
import { fontsAddress, secureWebAddress } from '../addresses/web-address.ts'
import { call, projectParams } from '../call.ts'
import { hexColor } from '../color.ts'
import { errors } from '../errors.ts'
import { productId, storeId, uuid } from '../ids.ts'
import { pageUrl, pageUrlDraft } from '../links/page-urls.ts'
import { knownRevision, makeFieldsOptional, revision } from '../revisions.ts'
import { nameText, optionalText } from '../text.ts'
import { defaultPageLanguage, pageLanguageCodes } from './page-languages.ts'
import { featuredLink, storeContentFields, storeContentOutput, storeContentUpdateFields, thumbnail } from './store-content.ts'
import { defaultMainColor, defaultSecondaryColor, makeStoreHandle, storeMessages, storeNameMaxLength } from './store-limits.ts'
import { storeLookFields, storeLookOutput, storeLookUpdateFields } from './store-looks.ts'

export type { FeaturedLink, FeaturedLinkDraft, Thumbnail } from './store-content.ts'
export * from './store-content.ts'
export * from './store-font-files.ts'
export * from './store-fonts.ts'
export * from './store-limits.ts'
export * from './store-looks.ts'

export const storeName = nameText(storeMessages.nameRequired).check(
  mini.maxLength(storeNameMaxLength, { error: `Store names can be up to ${storeNameMaxLength} characters` }),
  mini.refine((name) => makeStoreHandle(name) !== '', { error: 'Use at least one letter or digit' }),
)

const language = mini.enum(pageLanguageCodes)

const texts = {
  name: storeName,
  description: optionalText(2_000),
  title: optionalText(120),
  /** The display name. */
  store_name: optionalText(120),
  logo: secureWebAddress,
  favicon: secureWebAddress,
  banner_image: secureWebAddress,
  custom_fonts_url: fontsAddress,
  footer_text: optionalText(1_000),
  /** The owner's HTML, which is shown in a sandboxed frame. */
  snippet: optionalText(20_000),
}

export const storeDraft = mini.strictObject({
  ...texts,
  main_color: mini._default(hexColor, defaultMainColor.toLowerCase()),
  secondary_color: mini._default(hexColor, defaultSecondaryColor.toLowerCase()),
  language: mini._default(language, defaultPageLanguage),
  ...storeLookFields,
  ...storeContentFields,
  active: mini._default(mini.boolean(), true),
})

export const storeUpdate = mini.strictObject({
  ...texts,
  main_color: mini.optional(hexColor),
  secondary_color: mini.optional(hexColor),
  language: mini.optional(language),
  ...storeLookUpdateFields,
  ...storeContentUpdateFields,
  active: mini.optional(mini.boolean()),
})

/** Changes only the given fields. Null clears a text. */
export const storePatch = mini.strictObject({ revision: knownRevision, ...makeFieldsOptional(storeDraft.shape) })

/** A store as visitors see it. */
export const storeConfig = z.object({
  store_id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  main_color: z.string(),
  secondary_color: z.string(),
  language: z.enum(pageLanguageCodes),
  ...storeLookOutput,
  logo: z.string().nullable(),
  title: z.string().nullable(),
  store_name: z.string().nullable(),
  custom_fonts_url: z.string().nullable(),
  favicon: z.string().nullable(),
  banner_image: z.string().nullable(),
  footer_text: z.string().nullable(),
  snippet: z.string().nullable(),
  ...storeContentOutput,
  store_linkshelf_url: z.url(),
})

export const store = storeConfig.extend({
  active: z.boolean(),
  featured_links: z.array(featuredLink),
  store_short_url: z.url().nullable().describe('The short URL of the page; null while it has none'),
  revision,
})

const oneStore = projectParams.extend({ storeId })
const productOfStore = oneStore.extend({ productId })

export const stores = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/stores',
    summary: 'The store of a project, as a list of at most one',
  })
    .input(z.object({ params: projectParams }))
    .output(z.array(store)),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/stores',
    successStatus: 201,
    summary: 'Create the store of a project',
    addsToProject: true,
    ownerFields: { snippet: 'storeHtml' },
  })
    .input(z.object({ params: projectParams, body: storeDraft }))
    .output(store)
    .errors(errors('STORE_NAME_TAKEN', 'STORE_EXISTS', 'STORE_HTML_FOR_OWNERS', 'LINK_NOT_FOUND')),
  update: call({
    method: 'PUT',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}',
    summary: 'Change a store. Texts and pictures that are left out are cleared; everything else that is left out stays unchanged',
    ownerFields: { snippet: 'storeHtml' },
  })
    .input(z.object({ params: oneStore, body: storeUpdate }))
    .output(store)
    .errors(errors('STORE_NOT_FOUND', 'STORE_NAME_TAKEN', 'STORE_HTML_FOR_OWNERS', 'LINK_NOT_FOUND')),
  patch: call({
    method: 'PATCH',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}',
    summary: 'Change the given fields of a store, unless someone changed the store since its revision was read; null clears a text',
    ownerFields: { snippet: 'storeHtml' },
  })
    .input(z.object({ params: oneStore, body: storePatch }))
    .output(store)
    .errors(errors('STORE_NOT_FOUND', 'STORE_NAME_TAKEN', 'STORE_HTML_FOR_OWNERS', 'LINK_NOT_FOUND', 'REVISION_OUTDATED')),
  activate: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/activate',
    summary: 'Show the store to visitors',
  })
    .input(z.object({ params: oneStore }))
    .output(store)
    .errors(errors('STORE_NOT_FOUND')),
  deactivate: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/deactivate',
    summary: 'Hide the store from visitors',
  })
    .input(z.object({ params: oneStore }))
    .output(store)
    .errors(errors('STORE_NOT_FOUND')),
  delete: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}',
    successStatus: 204,
    summary: 'Delete a store; products and categories stay in the project',
    needsRecentSignIn: 'always',
    ownerTask: 'deleteStore',
  })
    .input(z.object({ params: oneStore }))
    .output(z.void())
    .errors(errors('STORE_NOT_FOUND')),
  addProduct: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/products/{productId}',
    successStatus: 204,
    summary: 'Show a product in the store',
  })
    .input(z.object({ params: productOfStore }))
    .output(z.void())
    .errors(errors('STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND')),
  removeProduct: call({
    method: 'DELETE',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/products/{productId}',
    successStatus: 204,
    summary: 'Remove a product from the store; it stays in the project',
  })
    .input(z.object({ params: productOfStore }))
    .output(z.void())
    .errors(errors('STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND')),
  getShops: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/shops',
    summary: 'The shops that the store links to and that require a sentence in its disclosure',
  })
    .input(z.object({ params: oneStore }))
    .output(z.object({ hosts: z.array(z.string()) }))
    .errors(errors('STORE_NOT_FOUND')),
  listThumbnails: call({
    method: 'GET',
    path: '/v1/{orgId}/projects/{projectId}/stores/{storeId}/thumbnails',
    summary: 'The pictures of the pages that featured links lead to, fetched by the server',
  })
    .input(z.object({ params: oneStore }))
    .output(z.array(thumbnail))
    .errors(errors('STORE_NOT_FOUND')),
  checkName: call({
    method: 'GET',
    path: '/v1/check/store/{storeId}/{name}',
    summary: 'Whether a name is free for this store; a store that does not exist yet may use any id',
  })
    .input(z.object({ params: z.object({ storeId, name: storeName }) }))
    .output(z.object({ available: z.literal(true) }))
    .errors(errors('STORE_NAME_TAKEN')),
  getUrl: call({
    method: 'GET',
    path: '/v1/org/{orgId}/projects/{projectId}/stores/{storeId}/url',
    summary: 'The short URL of a store page',
  })
    .input(z.object({ params: oneStore }))
    .output(pageUrl)
    .errors(errors('STORE_NOT_FOUND', 'PAGE_URL_NOT_FOUND')),
  createUrl: call({
    method: 'POST',
    path: '/v1/org/{orgId}/projects/{projectId}/stores/{storeId}/url',
    summary: 'Give a store page a short URL, or another one',
    addsToProject: true,
  })
    .input(z.object({ params: oneStore, body: pageUrlDraft }))
    .output(pageUrl)
    .errors(errors('STORE_NOT_FOUND', 'LINK_SLUG_TAKEN', 'LINK_SLUG_RESERVED', 'PAGE_URL_TARGET_FIXED', 'PAGE_URL_LIMIT_REACHED')),
}

export type Store = z.infer<typeof store>
export type StoreConfig = z.infer<typeof storeConfig>
export type StoreDraft = z.output<typeof storeDraft>
export type StoreUpdate = z.output<typeof storeUpdate>
export type StorePatch = z.output<typeof storePatch>
